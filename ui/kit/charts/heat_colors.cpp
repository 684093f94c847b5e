// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/heat_colors.h"

#include "ui/kit/charts/oklch.h"
#include "ui/kit/style/theme.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

struct HeatEnd {
  double lightness;
  double chroma;
  double hue;
};

}  // namespace

/// Makes a scale from yellow through red to violet; in the dark theme the other way round.
HeatColors HeatColors::make(bool isDark) {
  const HeatEnd little = isDark ? HeatEnd{0.27, 0.06, 290} : HeatEnd{0.965, 0.03, 95};
  const HeatEnd much = isDark ? HeatEnd{0.93, 0.13, 460} : HeatEnd{0.33, 0.13, -60};
  constexpr double fullest = 0.10;  // extra chroma in the middle
  HeatColors colors;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / (count - 1);
    const auto between = [share](double from, double to) { return from + (to - from) * share; };
    const double hue = std::fmod(between(little.hue, much.hue) + 360, 360);
    colors.m_colors[i] = toRgb({between(little.lightness, much.lightness),
                                between(little.chroma, much.chroma) + fullest * 4 * share * (1 - share), hue});
  }
  colors.m_unknownEven = isDark ? 0xff3a404a : 0xffe3e6eb;
  colors.m_unknownOdd = isDark ? 0xff20242b : 0xffc3c9d2;
  return colors;
}

const HeatColors& HeatColors::matching(const QPalette& palette) {
  static const HeatColors light = make(false);
  static const HeatColors dark = make(true);
  return isDark(palette) ? dark : light;
}

QRgb HeatColors::of(double share) const {
  const auto at = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * (count - 1)));
  return m_colors[at];
}

}  // namespace kernline::ui
