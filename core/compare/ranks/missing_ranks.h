// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/pre_collective_work.h"
#include "core/compare/ranks/rank_set.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kernline {

/// Calls of ranks of the set with ranks that are missing from it, so that it is unknown when these started.
class MissingRanks {
 public:
  struct Call {
    std::string group;                ///< the process group; empty if unknown
    std::vector<std::int32_t> ranks;  ///< ranks that are not in the set
    /// Whether it took so much longer than similar ones that one of these certainly began it last.
    bool isLong = false;
  };

  /// O(n log n) in the parts.
  MissingRanks(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives);

  /// Returns the call of that collective; nullptr if its ranks are all present, or unnamed.
  [[nodiscard]] const Call* in(std::uint32_t collective) const;
  /// The last message with a rank that is not here, between a part and its rank's collective before; null if none.
  [[nodiscard]] const Call* before(std::uint32_t part) const;

 private:
  void addCollectives(const RankSet& set);
  void addMessages(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives);

  std::map<std::uint32_t, Call> m_collectives;
  std::map<std::uint32_t, Call> m_messages;  // keyed by the part after them
};

}  // namespace kernline
