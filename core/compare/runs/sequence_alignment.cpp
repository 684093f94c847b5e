// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/sequence_alignment.h"

#include <algorithm>

namespace kernline {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Position in `left` that each diagonal (left minus right position) reaches with a number of differences.
class Frontier {
 public:
  explicit Frontier(std::ptrdiff_t differences)
      : m_reach(static_cast<std::size_t>(2 * differences + 3), -1), m_middle(differences + 1) {}
  [[nodiscard]] std::ptrdiff_t& operator[](std::ptrdiff_t diagonal) {
    return m_reach[static_cast<std::size_t>(m_middle + diagonal)];
  }
  [[nodiscard]] std::ptrdiff_t operator[](std::ptrdiff_t diagonal) const {
    return m_reach[static_cast<std::size_t>(m_middle + diagonal)];
  }

 private:
  std::vector<std::ptrdiff_t> m_reach;
  std::ptrdiff_t m_middle;
};

/// Whether the best path onto `diagonal` comes from the one above, by leaving out an element of `right`.
bool comesFromAbove(const Frontier& frontier, std::ptrdiff_t diagonal, std::ptrdiff_t differences) {
  return diagonal == -differences || (diagonal != differences && frontier[diagonal - 1] < frontier[diagonal + 1]);
}

Pairs walkBack(const std::vector<Frontier>& frontiers, std::ptrdiff_t x, std::ptrdiff_t y) {
  Pairs pairs;
  for (auto d = static_cast<std::ptrdiff_t>(frontiers.size()) - 1; d >= 0; --d) {
    const std::ptrdiff_t diagonal = x - y;
    std::ptrdiff_t beginX = 0;
    std::ptrdiff_t fromX = 0;
    std::ptrdiff_t fromY = 0;
    if (d > 0) {
      const Frontier& before = frontiers[static_cast<std::size_t>(d - 1)];
      const bool above = comesFromAbove(before, diagonal, d);
      fromX = above ? before[diagonal + 1] : before[diagonal - 1];
      fromY = fromX - (above ? diagonal + 1 : diagonal - 1);
      beginX = above ? fromX : fromX + 1;
    }
    for (; x > beginX; --x, --y) {
      pairs.emplace_back(x - 1, y - 1);
    }
    x = fromX;
    y = fromY;
  }
  std::ranges::reverse(pairs);
  return pairs;
}

}  // namespace

std::optional<Pairs> alignSequences(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                                    std::size_t maxDifferences) {
  const auto n = static_cast<std::ptrdiff_t>(left.size());
  const auto m = static_cast<std::ptrdiff_t>(right.size());
  const auto maxDistance = static_cast<std::ptrdiff_t>(std::min(maxDifferences, left.size() + right.size()));
  std::vector<Frontier> frontiers;
  for (std::ptrdiff_t d = 0; d <= maxDistance; ++d) {
    Frontier next(d);
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      std::ptrdiff_t x = 0;
      if (d > 0) {
        const Frontier& before = frontiers.back();
        const bool above = comesFromAbove(before, k, d);
        const std::ptrdiff_t reached = above ? before[k + 1] : before[k - 1];
        if (reached < 0) {
          continue;
        }
        x = above ? reached : reached + 1;
      }
      std::ptrdiff_t y = x - k;
      if (x > n || y > m || y < 0) {
        continue;  // no path continues past an end
      }
      while (x < n && y < m && left[static_cast<std::size_t>(x)] == right[static_cast<std::size_t>(y)]) {
        ++x;
        ++y;
      }
      next[k] = x;
      if (x == n && y == m) {
        frontiers.push_back(std::move(next));
        return walkBack(frontiers, x, y);
      }
    }
    frontiers.push_back(std::move(next));
  }
  return {};
}

}  // namespace kernline
