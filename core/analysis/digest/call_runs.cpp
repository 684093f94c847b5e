// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/call_runs.h"

#include "core/analysis/activity/device_tracks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using Runs = std::map<std::uint32_t, RanWhile>;  // keyed by name

void lengthen(RanWhile& ran, TimeRange range, SpanId span) {
  ran.time += range.length();
  if (range.length() > ran.longest.length()) {
    ran.longest = range;
    ran.span = span;
  }
}

/// Work on the devices of a rank, and the starts of its communication.
class ActivitiesOfRank {
 public:
  ActivitiesOfRank(const Trace& trace, DigestNames& names) : m_trace(trace), m_names(names) {
    CommunicationNames communication(trace);
    for (const DeviceTracks& device : deviceTracks(trace)) {
      std::ranges::copy(activitiesByStart(trace, device), std::back_inserter(m_activities));
    }
    std::ranges::stable_sort(m_activities, {}, [&](SpanId span) { return trace.start(span); });
    for (const SpanId span : m_activities) {
      const bool communicates = communication.contains(trace.name(span));
      m_isCommunication.push_back(communicates);
      if (communicates && trace.kind(span) == SpanKind::Kernel) {
        m_begins.push_back(trace.start(span));
      }
    }
  }

  [[nodiscard]] std::optional<Time> firstStart() const {
    return m_activities.empty() ? std::nullopt : std::optional{m_trace.start(m_activities.front())};
  }

  /// Returns the start of the communication before `begin`, else of the first work.
  [[nodiscard]] Time previousBegin(Time begin) const {
    const auto own = std::ranges::lower_bound(m_begins, begin);
    return own == m_begins.begin() ? m_trace.start(m_activities.front()) : *std::prev(own);
  }

  /// Returns what ran in `range`, only work that began at `since` or later.
  [[nodiscard]] Runs ran(TimeRange range, Time since) {
    Runs found;
    RanWhile& idle = found[0];
    Time busyUntil = range.begin;
    const auto startOf = [&](SpanId span) { return m_trace.start(span); };
    for (auto at = std::ranges::lower_bound(m_activities, since, {}, startOf);
         at != m_activities.end() && startOf(*at) < range.end; ++at) {
      const TimeRange span = m_trace.range(*at).clippedTo(range);
      if (span.end < span.begin) {
        continue;
      }
      if (busyUntil < span.begin) {
        lengthen(idle, {busyUntil, span.begin}, SpanId::none);
      }
      busyUntil = std::max(busyUntil, span.end);
      if (!m_isCommunication[static_cast<std::size_t>(at - m_activities.begin())]) {
        lengthen(found[nameOf(*at)], span, *at);
      }
    }
    if (busyUntil < range.end) {
      lengthen(idle, {busyUntil, range.end}, SpanId::none);
    }
    return found;
  }

 private:
  std::uint32_t nameOf(SpanId span) {
    const auto [known, isNew] = m_numbers.emplace(m_trace.name(span), 0);
    if (isNew) {
      known->second = m_names.of(m_trace.nameText(span));
    }
    return known->second;
  }

  const Trace& m_trace;
  DigestNames& m_names;
  std::vector<SpanId> m_activities;     // kernels, memcpys and memsets, by start
  std::vector<bool> m_isCommunication;  // whether each of these is communication
  std::vector<Time> m_begins;           // begins of communication, ascending
  std::unordered_map<StringId, std::uint32_t> m_numbers;
};

/// Returns, before each of a rank's calls, the time since when it works on its own: the end of the latest call that has
/// ended by then.
std::vector<std::optional<Time>> freeSince(const std::vector<DigestCall>& calls) {
  std::vector<std::pair<Time, Time>> ends;  // time from which it counts, and end
  for (const DigestCall& call : calls) {
    // The end of a call without a length comes behind the starts at that time.
    const Time counts = call.range.isEmpty() ? call.range.end + Duration{1} : call.range.end;
    ends.emplace_back(counts, call.range.end);
  }
  std::ranges::sort(ends);
  std::vector<std::optional<Time>> free;
  std::optional<Time> latest;
  auto end = ends.begin();
  for (const DigestCall& call : calls) {
    for (; end != ends.end() && end->first <= call.range.begin; ++end) {
      latest = std::max(latest.value_or(end->second), end->second);
    }
    free.push_back(latest);
  }
  return free;
}

bool areSame(const Runs& a, const Runs& b) {
  return std::ranges::equal(a, b, [](const auto& left, const auto& right) {
    return left.first == right.first && left.second.time == right.second.time &&
           left.second.longest == right.second.longest && left.second.span == right.second.span;
  });
}

std::uint32_t append(const Runs& runs, std::vector<RanWhile>& all) {
  const std::size_t before = all.size();
  for (const auto& [name, ran] : runs) {
    if (ran.time.ns > 0 || name != 0) {
      all.push_back(ran);
      all.back().name = name;
    }
  }
  return static_cast<std::uint32_t>(all.size() - before);
}

}  // namespace

void addRunsBeforeCalls(const Trace& trace, DigestNames& names, RankDigest& digest, const std::stop_token& stop) {
  ActivitiesOfRank activities(trace, names);
  digest.firstActivity = activities.firstStart();
  const std::vector<std::optional<Time>> free = freeSince(digest.calls);
  for (std::size_t c = 0; c < digest.calls.size() && digest.firstActivity && !stop.stop_requested(); ++c) {
    DigestCall& call = digest.calls[c];
    if (call.isOnHost) {
      continue;
    }
    const Time begin = call.range.begin;
    const Time previous = activities.previousBegin(begin);
    const Time own = std::min(free[c].value_or(*digest.firstActivity), begin);
    const Runs sinceBegin = activities.ran({previous, begin}, previous);
    const Runs sinceEnd = activities.ran({own, begin}, std::min(own, previous));
    call.firstRan = static_cast<std::uint32_t>(digest.ran.size());
    call.ranSinceBegin = append(sinceBegin, digest.ran);
    call.isRanTheSame = areSame(sinceBegin, sinceEnd);
    call.ranSinceEnd = call.isRanTheSame ? 0 : append(sinceEnd, digest.ran);
  }
}

}  // namespace kernline
