// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/median.h"

#include <algorithm>

namespace kernline {

std::int64_t medianOf(std::span<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) {
    return *middle;
  }
  const std::int64_t below = *std::max_element(values.begin(), middle);
  return below + (*middle - below + 1) / 2;
}

}  // namespace kernline
