// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

/// Returns the edits that make one name the beginning of the other, or all of it (Levenshtein).
std::pair<std::size_t, std::size_t> distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t k = 0; k < to.size(); ++k) {
      const std::size_t changed = diagonal + (from[i] == to[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({row[k] + 1, row[k + 1] + 1, changed});
    }
  }
  return {*std::ranges::min_element(row), row.back()};
}

}  // namespace

std::string nearestName(std::string_view word, std::span<const std::string_view> names) {
  const auto nearest = std::ranges::min_element(names, {}, [&](std::string_view name) { return distance(word, name); });
  return nearest == names.end() ? std::string() : std::string(*nearest);
}

}  // namespace kernline::recorder
