// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <string>
#include <vector>

namespace kernline {

/// Says of each of `ranks` what `one` says, whose gap %1 is the rank and %2 is `other`; of more than a few at once what
/// `many` says: %1 how many, %2 `other`, %3 the first of them.
void sayOfRanks(const std::vector<std::int32_t>& ranks, std::int32_t other, const Phrase& one, const Phrase& many,
                std::vector<Message>& doubts);

/// Returns sentences on data issues of a set whose collectives are matched and whose clocks are set: missing ranks,
/// recordings of different times, guessed matches.
[[nodiscard]] std::vector<Message> doubtsAbout(const RankSet& set);

}  // namespace kernline
