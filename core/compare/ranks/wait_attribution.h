// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/pre_collective_work.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// A part in a collective that a rank began late, and what others waited because of what it did before.
struct LateStart {
  PartPlace place;
  Duration waitCaused;
};

/// The waiting that begins with one rank.
struct RankAttribution {
  Duration caused;
  Duration untraced;                  ///< part that stays with it for lack of a known cause
  std::vector<MissingWait> absent;    ///< part of `untraced` that came from ranks that are not in the set
  std::vector<PassedWait> through;    ///< part of `caused` in waits for other ranks; most first
  std::vector<ChainLink> chain;       ///< the way of the longest single wait of these, from this rank on
  std::vector<LateStart> lateStarts;  ///< same order as collectives
};

/// Attributes each wait to the rank that began to be late. A rank that waits for the last one of a collective waits for
/// all that made it late since both last came out of one collective: the run-ups of the ranks that were last,
/// collective by collective, as far as they were longer than those on the way to the rank that waits. The latest count
/// first, until the wait is explained; what they do not explain stays with the last rank, as do waits that clocks may
/// have made, and those that lead to a collective that lacks a rank and took much longer than usual: that rank began it
/// last. `waits` are what of each part's wait counts. By rank; linear in the parts but for the length of the ways.
[[nodiscard]] std::map<std::int32_t, RankAttribution> waitAttributionOf(
    const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives, std::span<const Duration> waits,
    const std::stop_token& stop = {});

}  // namespace kernline
