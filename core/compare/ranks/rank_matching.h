// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernline {

/// Times and shifts beyond this many nanoseconds (73 years) either way are clamped, so that no sum of three overflows.
inline constexpr std::int64_t maxClockNs = (std::int64_t{1} << 61) - 1;

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

/// A message from one call to another.
struct MatchedMessage {
  CallPlace from;
  CallPlace to;
  std::int64_t bytes = -1;  ///< bytes of all messages between the two; -1 if unknown
};

/// Matched calls of several ranks.
struct RankMatching {
  std::vector<MatchedCalls> collectives;
  std::vector<MatchedMessage> messages;  ///< each pair of calls once
  std::size_t unmatchedMessages = 0;
  std::size_t directionless = 0;
  std::size_t guessedOrder = 0;   ///< number of collectives matched by the order of kernels alone
  std::size_t guessedOnHost = 0;  ///< number matched by the order of calls on the host
};

}  // namespace kernline
