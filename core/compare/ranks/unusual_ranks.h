// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline {

/// A figure of a rank's account that lies far from the others'.
struct UnusualFigure {
  std::string_view name;  ///< "busy", "compute", …, as accounts are titled
  Duration own;
  Duration usual;  ///< the middle of all ranks, or of those of its stage
};

struct UnusualRank {
  std::size_t place = 0;               ///< place in the set's accounts
  std::vector<UnusualFigure> figures;  ///< furthest from the usual first; at least one
};

/// Ranks whose accounts differ: a figure is further from the middle of all ranks than five times the middle of those
/// distances and than 2 % of the window, after what clocks that are off, its own and those of ranks that it waits for,
/// may make of it. In a pipeline the ranks of its stage count instead, if stages have four at least: stages do
/// different work. Furthest first; equal ones by rank.
[[nodiscard]] std::vector<UnusualRank> unusualRanks(const RankSet& set);

/// Returns an account with the median of all ranks in each figure; it belongs to no rank.
[[nodiscard]] RankAccount usualAccount(const RankSet& set);

/// Clocks that are not confirmed, that the user set, or whose correction is as far from those of the other ranks; by
/// rank.
[[nodiscard]] std::vector<std::size_t> unusualClocks(const RankSet& set);

}  // namespace kernline
