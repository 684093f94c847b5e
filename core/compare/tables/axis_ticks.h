// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kernline {

struct AxisTick {
  double value = 0;
  std::string label;
};

/// An interval of an axis with marks at values that people like to read.
struct AxisRange {
  double min = 0;
  double max = 1;
  std::vector<AxisTick> ticks;  ///< ascending, within [least, most]
};

/// Steps of 1, 2 or 5 by a power of ten; starts at zero where all values are of one sign and not far from it.
[[nodiscard]] AxisRange linearRange(double min, double max, std::size_t wantedTicks = 5);

/// 1, 2 and 5 of each power of ten, or fewer over several powers. Both ends must be positive.
[[nodiscard]] AxisRange logRange(double min, double max, std::size_t wantedTicks = 6);

/// The place of a value between the ends, 0 to 1, along logarithms or not.
[[nodiscard]] double placeOn(const AxisRange& range, bool isLog, double value);

}  // namespace kernline
