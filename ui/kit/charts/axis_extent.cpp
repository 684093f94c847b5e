// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/axis_extent.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

double AxisExtent::shareOf(double value) const {
  return isLog ? std::log(value / min) / std::log(max / min) : (value - min) / (max - min);
}

AxisExtent fittingExtent(std::span<const double> values) {
  if (values.empty()) {
    return {};
  }
  const auto [least, most] = std::ranges::minmax(values);
  constexpr double farApart = 20;
  constexpr double logRoom = 1.4;
  constexpr double room = 1.05;
  if (least > 0 && most >= least * farApart) {
    return {.min = least / logRoom, .max = most * logRoom, .isLog = true};
  }
  return {.min = 0, .max = most > 0 ? most * room : 1, .isLog = false};
}

}  // namespace kernline::ui
