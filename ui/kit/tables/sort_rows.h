// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace kernline::ui {

/// Sorts numbers of rows by their keys, each of which is computed once. Equal rows keep their order, in both
/// directions. Rows without a key (NaN) come last, in both directions.
template <typename KeyOf, typename Less = std::less<>>
void sortRows(std::vector<std::uint32_t>& rows, Qt::SortOrder order, const KeyOf& keyOf, const Less& less = {}) {
  using Key = std::decay_t<decltype(keyOf(std::uint32_t{}))>;
  std::vector<std::pair<Key, std::uint32_t>> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    keyed.emplace_back(keyOf(row), row);
  }
  auto end = keyed.end();
  if constexpr (std::floating_point<Key>) {
    end = std::ranges::stable_partition(keyed, [](const auto& entry) { return entry.first == entry.first; }).begin();
  }
  std::stable_sort(keyed.begin(), end, [&](const auto& a, const auto& b) {
    return order == Qt::DescendingOrder ? less(b.first, a.first) : less(a.first, b.first);
  });
  std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

}  // namespace kernline::ui
