// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline::ui {

/// An axis of bytes from 0: in the largest unit of core/model/format/byte_units.h that fits, with steps that read well.
struct ByteScale {
  double unit = 1;                ///< bytes in one of the unit
  std::string_view symbol = "B";  ///< "GiB"
  double top = 1;                 ///< end of the axis, in the unit
  int steps = 1;                  ///< number of steps between 0 and the top
  int decimals = 0;               ///< decimals that every step needs
};

/// Makes a scale for values up to `maxBytes`, with about `wantedSteps` steps.
[[nodiscard]] ByteScale byteScale(std::int64_t maxBytes, int wantedSteps);

}  // namespace kernline::ui
