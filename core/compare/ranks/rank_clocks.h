// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/match_calls.h"
#include "core/compare/ranks/rank_matching.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/message.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// Clocks by the files alone: the differences of their base times. A file without one has times since 1970,
/// or of an unknown clock; then it begins when the first rank begins, unless it overlaps with that as it is. Odd cases
/// are added to `doubts`.
[[nodiscard]] std::vector<RankClock> clocksOfFiles(std::span<const RankFile> files, std::vector<Message>& doubts);

/// Improves `clocks` by the ends of collectives: no rank can end an all-reduce before all have begun it, and their
/// kernels end within microseconds of each other. The difference of two ranks is the median over their collectives;
/// from the first rank outward over the pairs with most collectives, then each rank against all others. If collectives
/// that end together do not join all ranks, broadcasts and messages count as well.
void estimateClocks(std::span<const RankSide> sides, const RankMatching& matching, std::vector<RankClock>& clocks);

}  // namespace kernline
