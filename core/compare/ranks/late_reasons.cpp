// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/late_reasons.h"

#include "core/analysis/activity/device_rows.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

bool hasAllRanksOf(const CollectiveMatch& match, const CollectiveMatch& other) {
  return std::ranges::includes(match.parts, other.parts, {}, &CollectivePart::rank, &CollectivePart::rank);
}

void lengthen(Ran& ran, TimeRange range, SpanId span) {
  ran.ns += range.length().ns;
  if (range.length() > ran.longest.length()) {
    ran.longest = range;
    ran.span = span;
  }
}

}  // namespace

LateReasons::LateReasons(const RankSet& set) : m_trace(*set.trace) {
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

bool LateReasons::knows(const CollectiveMatch& match) const {
  return std::ranges::all_of(match.parts, [this](const CollectivePart& part) {
    return m_ranks.contains(part.rank) && m_trace.kind(part.span) == SpanKind::Kernel;
  });
}

std::optional<Time> LateReasons::firstWork(std::int32_t rank) const {
  const auto found = m_ranks.find(rank);
  return found == m_ranks.end() || found->second.work.empty()
             ? std::nullopt
             : std::optional{m_trace.start(found->second.work.front())};
}

RanByReason LateReasons::ranWithin(std::int32_t rank, TimeRange range) const {
  const RankWork& own = m_ranks.at(rank);
  return ran(own, range, std::min(range.begin, previousBegin(own, range.end)), nullptr);
}

void LateReasons::add(const CollectiveMatch& match, TimeByReason& excess) const {
  const std::int32_t last = match.lastRank();
  std::map<Reason, std::vector<std::int64_t>> ofOthers;
  RanByReason own;
  for (const CollectivePart& part : match.parts) {
    const RankWork& rank = m_ranks.at(part.rank);
    const Time since = previousBegin(rank, part.range.begin);
    RanByReason before = ran(rank, {since, part.range.begin}, since, &match);
    if (part.rank == last) {
      own = std::move(before);
      continue;
    }
    for (const auto& [reason, ran] : before) {
      ofOthers[reason].push_back(ran.ns);
    }
  }
  for (const auto& [reason, ran] : own) {
    std::vector<std::int64_t>& others = ofOthers[reason];
    others.resize(match.parts.size() - 1);
    excess[reason] += ran.ns - lowerMedianOf(others);
  }
}

/// Where the communication before `begin` began, else the first work.
Time LateReasons::previousBegin(const RankWork& rank, Time begin) const {
  const auto own = std::ranges::lower_bound(rank.begins, begin);
  return own == rank.begins.begin() ? m_trace.start(rank.work.front()) : *std::prev(own);
}

/// Of what began at `since` or later, as far as it lies in `range`; with the waits before `match`.
RanByReason LateReasons::ran(const RankWork& rank, TimeRange range, Time since, const CollectiveMatch* match) const {
  RanByReason found;
  Ran& idle = found[{}];
  Time busyUntil = range.begin;
  const auto startOf = [&](SpanId s) { return m_trace.start(s); };
  for (auto at = std::ranges::lower_bound(rank.work, since, {}, startOf);
       at != rank.work.end() && startOf(*at) < range.end; ++at) {
    const TimeRange span = m_trace.range(*at).clippedTo(range);
    if (span.end < span.begin) {
      continue;
    }
    if (busyUntil < span.begin) {
      lengthen(idle, {busyUntil, span.begin}, SpanId::none);
    }
    busyUntil = std::max(busyUntil, span.end);
    addWork(*at, span, match, found);
  }
  if (busyUntil < range.end) {
    lengthen(idle, {busyUntil, range.end}, SpanId::none);
  }
  return found;
}

void LateReasons::addWork(SpanId span, TimeRange clipped, const CollectiveMatch* match, RanByReason& ran) const {
  if (!m_isCommunication[index(m_trace.name(span))]) {
    lengthen(ran[{.kernel = m_trace.name(span)}], clipped, span);
    return;
  }
  if (match == nullptr) {
    return;
  }
  const auto waited = m_parts.find(span);
  if (waited != m_parts.end() && waited->second.wait.ns > 0 && !hasAllRanksOf(*waited->second.match, *match)) {
    // Of a collective that all of these took part in all came back together: it made none of them late.
    ran[{.waitsFor = waited->second.match->lastRank()}].ns += waited->second.wait.ns;
  }
}

}  // namespace kernline
