// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// Rounds of the same kernels on a device, as the iterations of a loop leave them.
struct RepeatedRounds {
  StringId first = StringId::empty;  ///< the kernel that begins each round and occurs once in it
  std::vector<Time> begins;          ///< begin of each round; two at least, ascending
  std::optional<Time> lastEnd;       ///< end of the last round's activity, if it holds what most rounds hold
};

/// Returns the longest rounds of which there are `minRounds`: the kernel that begins them occurs least often, or a
/// tenth more often if otherwise a round lacks it and is joined to the one before. Four of five rounds (the last one
/// apart, which may be cut off) have the same kernels, in whatever order, for streams may overtake each other; these
/// have half of the kernels of all rounds, and all rounds together have half of the kernels at least. `activities` by
/// start. O(n) for each of at most 16 candidates. nullopt if there is no repetition.
[[nodiscard]] std::optional<RepeatedRounds> repeatedRounds(const Trace& trace, std::span<const SpanId> activities,
                                                           std::size_t minRounds = 2);

}  // namespace kernline
