// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// Returns the accounts by rank of a set whose clocks, collectives and steps are in place.
[[nodiscard]] std::vector<RankAccount> accountsOf(const RankSet& set);

/// One entry for each rank, by the wait it causes.
[[nodiscard]] std::vector<Straggler> stragglersOf(const RankSet& set, const std::stop_token& stop = {});

/// The steps that at least two ranks have by one name; none if names do not identify them.
[[nodiscard]] std::vector<StepSpread> stepSpreads(const RankSet& set);

}  // namespace kernline
