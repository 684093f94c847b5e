// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/merge_ranks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernline {

/// A call by its place: which rank (by order, not by number), and which call of it.
struct CallPlace {
  std::size_t part = 0;
  std::size_t call = 0;

  bool operator==(const CallPlace&) const = default;
};

/// Calls of several ranks that are one collective.
struct MatchedCalls {
  std::vector<CallPlace> calls;       ///< one a rank, by rank
  std::vector<std::int32_t> missing;  ///< ranks of the set that should have one
};

/// What belongs together on several ranks.
struct RankMatching {
  std::vector<MatchedCalls> collectives;
  std::vector<RankArrow> arrows;         ///< each pair of kernels once
  std::vector<std::int64_t> arrowBytes;  ///< of all messages of an arrow; -1: unknown
  std::size_t unmatchedMessages = 0;
  std::size_t directionless = 0;
  std::size_t guessedOrder = 0;   ///< collectives put together by the order of kernels alone
  std::size_t guessedOnHost = 0;  ///< by the order of calls on the host
};

}  // namespace kernline
