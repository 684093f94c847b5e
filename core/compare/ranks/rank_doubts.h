// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <string>
#include <vector>

namespace kernline {

/// What is odd about a set whose collectives are matched and whose clocks are set: ranks that lack, recordings of
/// different times, what was put together by guess. Sentences.
[[nodiscard]] std::vector<Message> doubtsAbout(const RankSet& set);

}  // namespace kernline
