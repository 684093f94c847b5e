// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/oklch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kernline::ui {

namespace {

using Linear = std::array<double, 3>;

Linear toLinear(Oklch c) {
  const double angle = c.hue * std::numbers::pi / 180;
  const double a = c.chroma * std::cos(angle);
  const double b = c.chroma * std::sin(angle);
  const double l = std::pow(c.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(c.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(c.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool isDisplayable(const Linear& c) {
  return std::ranges::all_of(c, [](double v) { return v >= -1e-4 && v <= 1 + 1e-4; });
}

int toByte(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  const double encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(encoded * 255));
}

double luminance(QRgb c) {
  const auto channel = [](int byte) {
    const double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(qRed(c)) + 0.7152 * channel(qGreen(c)) + 0.0722 * channel(qBlue(c));
}

}  // namespace

QRgb toRgb(Oklch color) {
  Linear linear = toLinear(color);
  while (!isDisplayable(linear) && color.chroma > 0.002) {
    color.chroma *= 0.95;
    linear = toLinear(color);
  }
  return qRgb(toByte(linear[0]), toByte(linear[1]), toByte(linear[2]));
}

double contrast(QRgb a, QRgb b) {
  const double first = luminance(a) + 0.05;
  const double second = luminance(b) + 0.05;
  return std::max(first, second) / std::min(first, second);
}

}  // namespace kernline::ui
