// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// A possible reason of a rank's delay.
struct Reason {
  std::int32_t waitsFor = -1;         ///< a rank; -1 for a kernel
  StringId kernel = StringId::empty;  ///< index in the set's names; empty if nothing ran

  auto operator<=>(const Reason&) const = default;
};

/// The time that something ran within a range.
struct Ran {
  std::int64_t ns = 0;
  TimeRange longest;  ///< longest of its spans or pauses, as far as it lies in the interval
  /// Longest span in the rank's own trace; none if nothing ran, or the trace is not loaded.
  SpanId span = SpanId::none;
};

using RanByReason = std::map<Reason, Ran>;
using TimeByReason = std::map<Reason, std::int64_t>;  ///< nanoseconds

/// Activity on the devices of the ranks, for comparing one rank with the others.
class LateReasons {
 public:
  /// `set` has its collectives.
  explicit LateReasons(const RankSet& set);

  /// Not of a collective of hosts: what they did before is no activity of a device.
  [[nodiscard]] bool knows(const CollectiveMatch& match) const;
  /// The time at which the devices of the rank at this place began; nullopt if they did no work.
  [[nodiscard]] std::optional<Time> firstActivity(std::size_t place) const;
  /// Kernels but those of communication, and pauses, since the rank's previous communication ended, of what began since
  /// the previous one began.
  [[nodiscard]] RanByReason ranBefore(const CollectivePart& part) const;
  /// Adds what ran longer on the last rank than on the middle of the others, between the starts of its previous
  /// communication (or its first activity) and this one.
  void add(const CollectiveMatch& match, TimeByReason& excess) const;
  /// Adds what the last rank had in an all-to-all before this collective, if that is more than the mean of its ranks.
  void addExperts(const CollectiveMatch& match, ExpertImbalance& imbalance) const;

 private:
  /// A rank's part in a collective.
  struct WaitingPart {
    const CollectiveMatch* match = nullptr;
    Duration wait;
  };

  [[nodiscard]] const DigestCall& callOf(const CollectivePart& part) const;
  [[nodiscard]] RanByReason byReason(std::size_t place, std::span<const RanWhile> ran) const;
  /// The communication of the rank that began last before a part; what began at once is all of it.
  [[nodiscard]] std::span<const WaitingPart> partsBefore(const CollectivePart& part) const;
  void addWaits(const CollectivePart& part, const CollectiveMatch& match, RanByReason& ran) const;

  const RankSet& m_set;
  std::vector<std::vector<WaitingPart>> m_parts;  // indexed by the rank's place, then by its call
};

}  // namespace kernline
