// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

enum class HeatSort : std::uint8_t {
  Rank,
  Worst,  ///< furthest from the medians of the steps first
};

/// Ranks that belong together.
struct HeatGrouping {
  static constexpr std::string_view node = "node";  ///< the kind of those of one machine

  std::string kind;                  ///< "node", or as the program describes its groups: "tp"
  std::vector<std::string> groupOf;  ///< group of each place: machine, or ranks of the group; empty if unknown
};

/// Returns the possible groupings of the ranks of a set: by machine if there are several, and by each kind of process
/// groups.
[[nodiscard]] std::vector<HeatGrouping> heatGroupings(const RankSet& set);

/// Rows of one group, one below the other.
struct HeatGroup {
  std::string name;  ///< empty for the ranks whose group is unknown
  std::size_t firstRow = 0;
  std::size_t rows = 0;
};

/// The rank of each row of a heat map.
struct HeatLayout {
  std::vector<std::size_t> places;  ///< place in each row
  std::vector<HeatGroup> groups;    ///< groups from the top; none if ungrouped

  [[nodiscard]] std::size_t rowOf(std::size_t place) const;
  [[nodiscard]] const HeatGroup* groupAt(std::size_t row) const;  ///< nullptr if ungrouped
};

/// Groups are sorted as their first rows are; ranks whose group is unknown, and ranks without values, are last.
/// `grouping` is nullptr if there is none.
[[nodiscard]] HeatLayout layOut(const HeatMap& map, HeatSort sort, const HeatGrouping* grouping = nullptr);

}  // namespace kernline
