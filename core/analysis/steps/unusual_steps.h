// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstddef>
#include <span>
#include <vector>

namespace kernline {

/// Returns the median length of these ranges, which must not be empty.
[[nodiscard]] Duration medianLength(std::span<const TimeRange> ranges);

/// Returns the number of first steps that compile, allocate and tune: each takes over 1.5 times as long as the middle
/// one of those after it. Two remain at least. `steps` in time order.
[[nodiscard]] std::size_t warmUpSteps(std::span<const TimeRange> steps);

/// Returns for each whether it was interrupted from outside: over three times as long as the middle one, and so few
/// that it is no habit of the run: one, or a tenth. With fewer than four steps none is.
[[nodiscard]] std::vector<bool> outlierSteps(std::span<const TimeRange> steps);

}  // namespace kernline
