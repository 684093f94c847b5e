// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/list_limit.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace kernline::cli {

std::size_t limited(std::size_t count, std::size_t limit) {
  return limit == 0 ? count : std::min(count, limit);
}

std::vector<bool> heaviest(std::span<const std::int64_t> weights, std::size_t limit) {
  const std::size_t count = limited(weights.size(), limit);
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto isBefore = [&](std::size_t a, std::size_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  };
  std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(count), isBefore);
  std::vector<bool> isShown(weights.size());
  for (const std::size_t row : std::span(order).first(count)) {
    isShown[row] = true;
  }
  return isShown;
}

std::string cutNotice(std::size_t hidden, std::string_view option) {
  return hidden > 0 ? fmt::format("  … and {} more; {} shows all\n", formatCount(hidden), option) : "";
}

}  // namespace kernline::cli
