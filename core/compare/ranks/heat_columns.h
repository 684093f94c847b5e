// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// Assigns each step of each rank to a column of a heat map: one per name, in the order of time. If a rank has a name
/// twice, each is a column.
class HeatColumns {
 public:
  explicit HeatColumns(const RankSet& set);

  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  /// Returns the columns of a rank's steps, by its place in the set, in their order. Empty if it has no steps, or
  /// others than most ranks.
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t place) const { return m_columns[place]; }

 private:
  std::vector<std::string> m_names;
  std::vector<std::vector<std::uint32_t>> m_columns;
};

/// Returns the steps of each rank of the set by its place, on the clock of the set; null if it has none that count.
[[nodiscard]] std::vector<const RankSteps::OfRank*> stepsByPlace(const RankSet& set);

}  // namespace kernline
