// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kernline {

/// What may have made a rank late.
struct Reason {
  std::int32_t waitsFor = -1;         ///< a rank; -1: a kernel
  StringId kernel = StringId::empty;  ///< empty: nothing ran

  auto operator<=>(const Reason&) const = default;
};

/// How long something ran in a while.
struct Ran {
  std::int64_t ns = 0;
  TimeRange longest;           ///< of its spans or pauses, as far as it lies in the while
  SpanId span = SpanId::none;  ///< that one; none: nothing ran
};

using RanByReason = std::map<Reason, Ran>;
using TimeByReason = std::map<Reason, std::int64_t>;  ///< nanoseconds

/// What ran on the devices of the ranks, so that one can be held against the others.
class LateReasons {
 public:
  /// `set` has its trace and its collectives.
  explicit LateReasons(const RankSet& set);

  /// Not of a collective of hosts: what they did before is no work of a device.
  [[nodiscard]] bool knows(const CollectiveMatch& match) const;
  /// When the rank's devices began; none: they did nothing.
  [[nodiscard]] std::optional<Time> firstWork(std::int32_t rank) const;
  /// Kernels but those of communication, and pauses, within `range`, of what began since the collective before its end.
  [[nodiscard]] RanByReason ranWithin(std::int32_t rank, TimeRange range) const;
  /// Adds what ran longer on the last rank than on the middle of the others, between the starts of its previous
  /// collective (or its first work) and this one.
  void add(const CollectiveMatch& match, TimeByReason& excess) const;

 private:
  /// What ran on the devices of one rank, and where its collectives began.
  struct RankWork {
    std::vector<SpanId> work;  // kernels, memcpys and memsets, by start
    std::vector<Time> begins;  // of communication, ascending
  };

  /// A rank's part in a collective.
  struct WaitingPart {
    const CollectiveMatch* match = nullptr;
    Duration wait;
  };

  [[nodiscard]] Time previousBegin(const RankWork& rank, Time begin) const;
  [[nodiscard]] RanByReason ran(const RankWork& rank, TimeRange range, Time since, const CollectiveMatch* match) const;
  void addWork(SpanId span, TimeRange clipped, const CollectiveMatch* match, RanByReason& ran) const;

  const Trace& m_trace;
  std::map<std::int32_t, RankWork> m_ranks;
  std::unordered_map<SpanId, WaitingPart> m_parts;
  std::vector<bool> m_isCommunication;  // by name
};

}  // namespace kernline
