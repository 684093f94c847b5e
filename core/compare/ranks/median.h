// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace kernline {

/// The middle one, of an even number the lower of both; 0 of none.
[[nodiscard]] inline std::int64_t median(std::vector<std::int64_t> values) {
  if (values.empty()) {
    return 0;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The median of distances from `centre`.
[[nodiscard]] inline std::int64_t medianDistance(std::vector<std::int64_t> values, std::int64_t centre) {
  for (std::int64_t& value : values) {
    value = std::abs(value - centre);
  }
  return median(std::move(values));
}

}  // namespace kernline
