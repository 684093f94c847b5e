// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// Bytes of an all-to-all that each of its parts works on, by part: the bytes that ranks receive for their experts; or
/// those they send, if these differ more: results of experts on their way back. Empty for other collectives, and if a
/// rank has no record of what it sends and receives.
[[nodiscard]] std::vector<double> expertBytes(const RankSet& set, const CollectiveMatch& match);

/// Returns the bytes of each part beyond the mean of all parts. If a rank records only the larger of sent and received
/// bytes, that counts. Empty for other collectives, and if a rank records no bytes.
[[nodiscard]] std::vector<double> bytesBeyondMean(const RankSet& set, const CollectiveMatch& match);

/// Returns `bytes` as a multiple of `mean`; 1 if that is 0.
[[nodiscard]] double timesMean(double bytes, double mean);

/// Whether any all-to-all has more for one rank than for another.
[[nodiscard]] bool hasUnevenExperts(const RankSet& set);

/// Load of a rank in the all-to-alls of groups of one kind: in a mixture of experts its share of tokens.
struct ExpertLoad {
  std::int32_t rank = -1;
  std::string group;  ///< group, same as in `CollectiveSpread`
  std::size_t groupSize = 0;
  std::size_t count = 0;     ///< all-to-alls on several ranks
  std::size_t unknown = 0;   ///< number of those in which a rank has no record of what it sends and receives
  double bytes = 0;          ///< bytes in the others
  double mean = 0;           ///< mean over ranks in these, summed
  double most = 0;           ///< largest ratio to the mean of one all-to-all
  std::size_t maxIn = 0;     ///< number of that all-to-all
  double sentShare = 0;      ///< largest share that one rank got of what this one sent in an all-to-all; 0 if unknown
  std::int32_t sentTo = -1;  ///< receiver of that; -1 if unknown
};

/// Furthest above the mean first, unknown ones last.
[[nodiscard]] std::vector<ExpertLoad> expertLoads(const RankSet& set);

}  // namespace kernline
