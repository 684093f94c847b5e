// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <string>
#include <vector>

namespace kernline {

/// Adds `one` for each of `ranks`, with %1 the rank and %2 `other`; for more than a few `many` once, with %1 their
/// number, %2 `other`, %3 the first of them.
void sayOfRanks(const std::vector<std::int32_t>& ranks, std::int32_t other, const Phrase& one, const Phrase& many,
                std::vector<Message>& doubts);

/// Returns sentences on data issues of a set whose collectives are matched and whose clocks are set: missing ranks,
/// recordings of different times, guessed matches.
[[nodiscard]] std::vector<Message> doubtsAbout(const RankSet& set);

}  // namespace kernline
