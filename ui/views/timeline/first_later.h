// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kernline::ui {

/// Position of the first of `times` from `hint` on that `isLater`. Fast near the hint.
template <typename IsLater>
std::size_t firstLater(const std::vector<Time>& times, std::size_t hint, const IsLater& isLater) {
  std::size_t step = 1;
  std::size_t last = hint;
  while (last < times.size() && !isLater(times[last])) {
    hint = last + 1;
    last += step;
    step *= 2;
  }
  const auto from = times.begin() + static_cast<std::ptrdiff_t>(hint);
  const auto to = times.begin() + static_cast<std::ptrdiff_t>(std::min(last, times.size()));
  return static_cast<std::size_t>(std::partition_point(from, to, [&](Time t) { return !isLater(t); }) - times.begin());
}

}  // namespace kernline::ui
