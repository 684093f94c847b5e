// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// The spread of times and bandwidths of the collectives of one kind in groups of one sort.
struct CollectiveSpread {
  CollectiveKind kind = CollectiveKind::Other;
  std::string group;  ///< purpose of the groups, "tp", as the program describes them; else the group's name
  std::size_t groupSize = 0;
  std::size_t count = 0;    ///< number of collectives on several ranks
  std::int64_t bytes = 0;   ///< sum over those with known bytes
  std::size_t unsized = 0;  ///< number with unknown bytes
  Duration shortestTime;    ///< shortest time from the last start to the last end
  Duration lowerQuartile;   ///< a quarter took no longer
  Duration medianTime;
  Duration upperQuartile;  ///< three quarters took no longer
  Duration highTime;       ///< nine of ten took no longer
  Duration topTime;        ///< 99 of 100 took no longer
  Duration longestTime;
  std::size_t longest = 0;     ///< index of the longest in `RankSet::collectives`
  std::int32_t lastRank = -1;  ///< the rank that started last most often
  std::size_t lastRankIn = 0;  ///< number in which it did
  std::size_t lastRankOf = 0;  ///< number in which it takes part
  Duration waiting;            ///< sum over ranks, until the last one began
  double medianBusRate = 0;    ///< bytes a second; 0 if unknown
};

/// Returns the purpose of a collective's process group, where the program describes a group of the same ranks; else its
/// name.
[[nodiscard]] std::string purposeOf(const RankSet& set, const CollectiveMatch& match);

/// Most time first.
[[nodiscard]] std::vector<CollectiveSpread> collectiveSpreads(const RankSet& set);

/// Waiting of a pipeline stage's ranks in sends and receives.
struct StageWaiting {
  std::int32_t stage = -1;  ///< stage, from 0; -1 if not recorded
  std::size_t ranks = 0;
  Duration perStep;         ///< mean of its ranks and steps
  double share = 0;         ///< share of the time of these steps
  std::int32_t worst = -1;  ///< the rank that waits most
  Duration worstPerStep;
};

/// Returns the waiting by stage; empty where there are no messages in steps.
[[nodiscard]] std::vector<StageWaiting> pipelineWaiting(const RankSet& set);

}  // namespace kernline
