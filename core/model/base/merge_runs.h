// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace kernline {

/// Sorts `numbers` by `keyOf(number)`; equal ones keep their order. Made for what consists of sorted runs, one after
/// the other, as the spans of the lanes of a track do: O(n log runs).
template <typename Number, typename KeyOf>
void mergeRuns(std::vector<Number>& numbers, const KeyOf& keyOf) {
  std::vector<std::size_t> ends;
  for (auto at = numbers.begin(); at != numbers.end();) {
    at = std::is_sorted_until(at, numbers.end(), [&](Number a, Number b) { return keyOf(a) < keyOf(b); });
    ends.push_back(static_cast<std::size_t>(at - numbers.begin()));
  }
  if (ends.size() < 2) {
    return;
  }
  std::vector<Number> merged(numbers.size());
  while (ends.size() > 1) {
    std::size_t begin = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i];
      const std::size_t end = i + 1 < ends.size() ? ends[i + 1] : middle;
      const auto from = numbers.begin();
      std::ranges::merge(from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(middle),
                         from + static_cast<std::ptrdiff_t>(middle), from + static_cast<std::ptrdiff_t>(end),
                         merged.begin() + static_cast<std::ptrdiff_t>(begin), std::less{}, keyOf, keyOf);
      ends[kept++] = end;
      begin = end;
    }
    ends.resize(kept);
    numbers.swap(merged);
  }
}

}  // namespace kernline
