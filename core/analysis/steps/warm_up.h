// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstddef>
#include <span>

namespace kernline {

/// Of the middle one of these, which are not empty.
[[nodiscard]] Duration medianLength(std::span<const TimeRange> ranges);

/// How many first steps compile, allocate and tune: each takes over 1.5 times as long as the middle one of those behind
/// it. Two remain at least. `steps` in time order.
[[nodiscard]] std::size_t warmUpSteps(std::span<const TimeRange> steps);

}  // namespace kernline
