// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/digest/rank_digest.h"
#include "core/compare/ranks/rank_matching.h"
#include "core/model/base/time.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// One rank's side of a matching.
struct RankSide {
  std::int32_t rank = -1;
  const RankDigest* digest = nullptr;
  Duration fromBase;  ///< offset from its times to the others' clock according to the files; at most `maxClockNs`

  [[nodiscard]] Time onClock(Time own) const { return {std::clamp((own + fromBase).ns, -maxClockNs, maxClockNs)}; }
  [[nodiscard]] const DigestCall& call(std::size_t place) const { return digest->calls[place]; }
  [[nodiscard]] Time start(std::size_t place) const { return onClock(call(place).range.begin); }
  [[nodiscard]] Time end(std::size_t place) const { return onClock(call(place).range.end); }
};

/// One of a series that two ranks should have alike.
struct SeriesItem {
  std::uint32_t signature = 0;  ///< value that must be equal on both ranks
  std::int64_t sequence = -1;   ///< its number where the profile counts them
  Time end;
  std::size_t call = 0;
};

/// Matches the items of two ranks: by their numbers if both have such; one by one if the series are alike. Else one of
/// them lacks items: if that is its begin or end, the shift is taken at which ends lie most alike, and otherwise the
/// longest common subsequence counts. Pairs of positions, ascending.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> pairSeries(std::span<const SeriesItem> left,
                                                                          std::span<const SeriesItem> right);

/// Puts together what is one collective on several ranks: those of one process group by kind and size in their order
/// (of kernels whose group is unknown, those of one stream; of the host, those of one name and size); and messages by
/// sender, receiver and order. `sides` are those of different ranks, in ascending order.
[[nodiscard]] RankMatching matchCalls(std::span<const RankSide> sides);

}  // namespace kernline
