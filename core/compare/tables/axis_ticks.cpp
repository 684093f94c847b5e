// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/axis_ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kernline {

namespace {

std::string labelOf(double value) {
  return std::abs(value) < 1e-300 ? "0" : fmt::format("{:g}", value);
}

double niceStep(double span, std::size_t wanted) {
  const double rough = span / static_cast<double>(std::max<std::size_t>(wanted, 1));
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * 1.0001) {
      return factor * power;
    }
  }
  return 10 * power;
}

}  // namespace

AxisRange linearRange(double min, double max, std::size_t wantedTicks) {
  if (!(max > min)) {
    const double around = std::max(std::abs(min), 1e-12);
    min -= around;
    max += around;
  }
  constexpr double nearZero = 0.5;
  if (min > 0 && min < max * nearZero) {
    min = 0;
  }
  const double step = niceStep(max - min, wantedTicks);
  AxisRange range;
  const double first = std::floor(min / step + 1e-9);
  const double last = std::ceil(max / step - 1e-9);
  range.min = first * step;
  range.max = last * step;
  for (double i = first; i <= last + 0.5; ++i) {
    range.ticks.push_back({i * step, labelOf(i * step)});
  }
  return range;
}

AxisRange logRange(double min, double max, std::size_t wantedTicks) {
  if (!(max > min)) {
    min /= 2;
    max *= 2;
  }
  constexpr double margin = 1.12;
  AxisRange range{min / margin, max * margin, {}};
  const int first = static_cast<int>(std::floor(std::log10(range.min)));
  const int last = static_cast<int>(std::ceil(std::log10(range.max)));
  const int powers = last - first + 1;
  const int every = std::max(1, powers / static_cast<int>(std::max<std::size_t>(wantedTicks, 1)));
  const std::array<double, 3> all{1, 2, 5};
  const std::size_t count = powers <= 4 ? all.size() : 1;
  for (int power = first; power <= last; power += every) {
    for (std::size_t f = 0; f < count; ++f) {
      const double value = all[f] * std::pow(10.0, power);
      if (value >= range.min && value <= range.max) {
        range.ticks.push_back({value, labelOf(value)});
      }
    }
  }
  return range;
}

double placeOn(const AxisRange& range, bool isLog, double value) {
  return isLog ? std::log(value / range.min) / std::log(range.max / range.min)
               : (value - range.min) / (range.max - range.min);
}

}  // namespace kernline
