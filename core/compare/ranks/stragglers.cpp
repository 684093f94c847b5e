// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_rows.h"
#include "core/analysis/activity/interval_union.h"
#include "core/compare/ranks/rank_accounts.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxReasons = 3;

/// What ran on the devices of one rank, and where its collectives began.
struct RankWork {
  std::vector<SpanId> work;  // kernels, memcpys and memsets but communication, by start
  std::vector<Time> begins;  // of communication, ascending
};

struct Reason {
  std::int32_t waitsFor = -1;         // a rank; -1: a kernel
  StringId kernel = StringId::empty;  // empty: nothing ran

  auto operator<=>(const Reason&) const = default;
};

using TimeByReason = std::map<Reason, std::int64_t>;  // nanoseconds

/// A rank's part in a collective.
struct WaitingPart {
  const CollectiveMatch* match = nullptr;
  Duration wait;
};

bool hasAllRanksOf(const CollectiveMatch& match, const CollectiveMatch& other) {
  return std::ranges::includes(match.parts, other.parts, {}, &CollectivePart::rank, &CollectivePart::rank);
}

class Reasons {
 public:
  explicit Reasons(const RankSet& set) : m_trace(*set.trace) {
    for (const CollectiveMatch& match : set.collectives) {
      for (const CollectivePart& part : match.parts) {
        m_parts[part.span] = {.match = &match, .wait = part.wait};
      }
    }
    CommunicationNames communication(m_trace);
    for (const DeviceRows& device : deviceRows(m_trace)) {
      RankWork& rank = m_ranks[device.rank];
      for (const SpanId span : workByStart(m_trace, device)) {
        const bool communicates = m_trace.kind(span) == SpanKind::Kernel && communication.contains(m_trace.name(span));
        if (communicates) {
          rank.begins.push_back(m_trace.start(span));
        }
        rank.work.push_back(span);
      }
    }
    for (auto& [number, rank] : m_ranks) {
      std::ranges::stable_sort(rank.work, {}, [&](SpanId s) { return m_trace.start(s); });
      std::ranges::sort(rank.begins);
    }
    m_isCommunication.resize(m_trace.strings().size());
    for (std::uint32_t name = 0; name < m_isCommunication.size(); ++name) {
      m_isCommunication[name] = communication.contains(StringId{name});
    }
  }

  /// Not of a collective of hosts: what they did before is no work of a device.
  [[nodiscard]] bool knows(const CollectiveMatch& match) const {
    return std::ranges::all_of(match.parts, [this](const CollectivePart& part) {
      return m_ranks.contains(part.rank) && m_trace.kind(part.span) == SpanKind::Kernel;
    });
  }

  /// What ran longer on the last rank than on the middle of the others, between the starts of its previous collective
  /// (or its first work) and this one.
  void add(const CollectiveMatch& match, TimeByReason& excess) const {
    const std::int32_t last = match.lastRank();
    std::map<Reason, std::vector<std::int64_t>> ofOthers;
    TimeByReason own;
    for (const CollectivePart& part : match.parts) {
      TimeByReason ran = before(part, match);
      if (part.rank == last) {
        own = std::move(ran);
        continue;
      }
      for (const auto& [reason, time] : ran) {
        ofOthers[reason].push_back(time);
      }
    }
    for (const auto& [reason, time] : own) {
      std::vector<std::int64_t>& others = ofOthers[reason];
      others.resize(match.parts.size() - 1);
      excess[reason] += time - lowerMedianOf(others);
    }
  }

 private:
  [[nodiscard]] TimeByReason before(const CollectivePart& part, const CollectiveMatch& match) const {
    const RankWork& rank = m_ranks.at(part.rank);
    const auto own = std::ranges::lower_bound(rank.begins, part.range.begin);
    TimeByReason ran;
    const auto startOf = [&](SpanId s) { return m_trace.start(s); };
    const Time begin = own == rank.begins.begin() ? startOf(rank.work.front()) : *std::prev(own);
    const TimeRange range{begin, part.range.begin};
    Time busyUntil = range.begin;
    std::int64_t idle = 0;
    for (auto at = std::ranges::lower_bound(rank.work, range.begin, {}, startOf);
         at != rank.work.end() && startOf(*at) < range.end; ++at) {
      const TimeRange span = m_trace.range(*at).clippedTo(range);
      idle += std::max<std::int64_t>(0, (span.begin - busyUntil).ns);
      busyUntil = std::max(busyUntil, span.end);
      if (!m_isCommunication[index(m_trace.name(*at))]) {
        ran[{.kernel = m_trace.name(*at)}] += span.length().ns;
      } else if (const auto waited = m_parts.find(*at); waited != m_parts.end() && waited->second.wait.ns > 0 &&
                                                        !hasAllRanksOf(*waited->second.match, match)) {
        // Of a collective that all of these took part in all came back together: it made none of them late.
        ran[{.waitsFor = waited->second.match->lastRank()}] += waited->second.wait.ns;
      }
    }
    ran[{}] = idle + std::max<std::int64_t>(0, (range.end - busyUntil).ns);
    return ran;
  }

  const Trace& m_trace;
  std::map<std::int32_t, RankWork> m_ranks;
  std::unordered_map<SpanId, WaitingPart> m_parts;
  std::vector<bool> m_isCommunication;  // by name
};

std::vector<LateReason> largestReasons(const Trace& trace, const TimeByReason& excess) {
  std::vector<LateReason> reasons;
  for (const auto& [reason, time] : excess) {
    if (time > 0) {
      reasons.push_back(
          {.kernel = std::string(trace.text(reason.kernel)), .waitsFor = reason.waitsFor, .excess = Duration{time}});
    }
  }
  std::ranges::stable_sort(reasons, std::greater{}, &LateReason::excess);
  reasons.resize(std::min(reasons.size(), maxReasons));
  return reasons;
}

}  // namespace

std::vector<Straggler> stragglersOf(const RankSet& set) {
  std::vector<Straggler> stragglers;
  std::map<std::int32_t, TimeByReason> excess;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<TimeRange>> waits;  // for whom, and whose
  for (const RankFile& file : set.files) {
    stragglers.emplace_back().rank = file.rank;
  }
  const Reasons reasons(set);
  for (const CollectiveMatch& match : set.collectives) {
    if (match.parts.size() < 2 || match.lateBy().ns <= 0) {
      continue;
    }
    Straggler& last = *std::ranges::find(stragglers, match.lastRank(), &Straggler::rank);
    ++last.timesLast;
    for (const CollectivePart& part : match.parts) {
      waits[{last.rank, part.rank}].push_back({part.range.begin, part.range.begin + part.wait});
    }
    last.delay += match.lateBy();
    if (reasons.knows(match)) {
      reasons.add(match, excess[last.rank]);
    }
  }
  for (auto& [ranks, ranges] : waits) {
    std::ranges::find(stragglers, ranks.first, &Straggler::rank)->waitCaused +=
        IntervalUnion(std::move(ranges)).length();
  }
  for (Straggler& straggler : stragglers) {
    straggler.because = largestReasons(*set.trace, excess[straggler.rank]);
  }
  std::ranges::stable_sort(stragglers, std::greater{}, &Straggler::waitCaused);
  return stragglers;
}

}  // namespace kernline
