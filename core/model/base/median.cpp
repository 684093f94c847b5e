// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/median.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace kernline {

namespace {

/// Puts the two values in the middle, or twice the one, where they belong.
template <typename Number>
std::pair<Number, Number> middleOf(std::span<Number> values) {
  const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, upper);
  return {values.size() % 2 == 1 ? *upper : *std::max_element(values.begin(), upper), *upper};
}

}  // namespace

std::int64_t medianOf(std::span<std::int64_t> values) {
  const auto [lower, upper] = middleOf(values);
  return lower + (upper - lower + 1) / 2;
}

double medianOf(std::span<double> values) {
  const auto [lower, upper] = middleOf(values);
  return (lower + upper) / 2;
}

std::int64_t lowerMedianOf(std::span<std::int64_t> values) {
  return values.empty() ? 0 : middleOf(values).first;
}

std::int64_t medianDistance(std::span<std::int64_t> values, std::int64_t center) {
  for (std::int64_t& value : values) {
    value = std::abs(value - center);
  }
  return lowerMedianOf(values);
}

}  // namespace kernline
