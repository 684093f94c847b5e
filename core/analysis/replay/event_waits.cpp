// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/event_waits.h"

#include "core/analysis/activity/host_waits.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kernline {

std::vector<EventWait> EventWaits::find() {
  for (const ReplayThread& thread : m_graph.threads()) {
    if (!m_recorded.contains(thread.process)) {
      addRecords(thread);
    }
  }
  for (auto& [process, records] : m_records) {
    std::ranges::stable_sort(records, {}, &Record::time);
  }
  for (const ReplayThread& thread : m_graph.threads()) {
    addWaits(thread);
  }
  struct Seen {
    std::size_t waits = 0;
    std::size_t contradictions = 0;
  };
  const auto contradicts = [&](const EventWait& wait) {
    return m_trace.start(m_graph.activities()[wait.activity].span) <
           m_trace.end(m_graph.activities()[wait.dependency].span);
  };
  std::map<std::pair<TrackId, TrackId>, Seen> seen;
  for (const EventWait& wait : m_waits) {
    Seen& streams = seen[streamsOf(wait)];
    ++streams.waits;
    streams.contradictions += contradicts(wait) ? 1 : 0;
  }
  constexpr std::size_t minShareInverse = 20;  // a contradiction in fewer waits is a call that was matched wrongly
  std::erase_if(m_waits, [&](const EventWait& wait) {
    const Seen& streams = seen[streamsOf(wait)];
    return contradicts(wait) || streams.contradictions * minShareInverse > streams.waits;
  });
  return std::move(m_waits);
}

EventWaits::Call EventWaits::kindOf(SpanId call) {
  return m_kinds.of(m_trace.name(call), [&] {
    const std::string_view name = m_trace.nameText(call);
    return name.contains("StreamWaitEvent") ? Call::Wait : name.contains("EventRecord") ? Call::Record : Call::Other;
  });
}

/// Adds the events that a thread records, each with the work that it launched last.
void EventWaits::addRecords(const ReplayThread& thread) {
  std::vector<Record>& records = m_records[thread.process];
  std::uint32_t last = ReplayActivity::none;
  for (const ReplayMoment& moment : thread.moments) {
    const SpanId call{moment.span};
    if (moment.isEnd || moment.kind != SpanKind::Runtime) {
      continue;
    }
    if (m_graph.launches(call)) {
      last = m_graph.launchedBy(call).back();
    } else if (last != ReplayActivity::none && kindOf(call) == Call::Record) {
      records.push_back({moment.time, last});
    }
  }
}

void EventWaits::addWaits(const ReplayThread& thread) {
  SpanId pending = SpanId::none;  // the last wait without a launch behind it
  for (const ReplayMoment& moment : thread.moments) {
    const SpanId call{moment.span};
    if (moment.isEnd || moment.kind != SpanKind::Runtime) {
      continue;
    }
    if (!m_graph.launches(call)) {
      pending = kindOf(call) == Call::Wait ? call : pending;
      continue;
    }
    if (pending != SpanId::none && !isInternal(pending, call)) {
      const std::uint32_t activity = m_graph.launchedBy(call).front();
      if (const auto recorded = recordedBefore(thread.process, m_trace.start(pending), activity)) {
        m_waits.push_back({.activity = activity, .dependency = *recorded});
      }
    }
    pending = SpanId::none;
  }
}

/// Returns the work of another stream of the same device whose event was recorded last before `time`.
std::optional<std::uint32_t> EventWaits::recordedBefore(ProcessId process, Time time, std::uint32_t activity) const {
  constexpr std::ptrdiff_t maxLooked = 64;  // records
  const auto found = m_records.find(process);
  if (found == m_records.end()) {
    return std::nullopt;
  }
  const std::vector<Record>& records = found->second;
  const TrackId stream = m_trace.trackOf(m_graph.activities()[activity].span);
  auto at = std::ranges::upper_bound(records, time, {}, &Record::time);
  for (std::ptrdiff_t looked = 0; at != records.begin() && looked < maxLooked; ++looked) {
    --at;
    const TrackId other = m_trace.trackOf(m_graph.activities()[at->activity].span);
    if (other != stream && m_trace.track(other).process == m_trace.track(stream).process) {
      return at->activity;
    }
  }
  return std::nullopt;
}

/// Whether a wait belongs to a communication call that ends before the launch: NCCL joins streams of its own.
bool EventWaits::isInternal(SpanId wait, SpanId launch) const {
  for (SpanId around = m_trace.parent(wait); around != SpanId::none; around = m_trace.parent(around)) {
    if (isDistributedCall(m_trace.nameText(around))) {
      return m_trace.end(around) <= m_trace.start(launch);
    }
  }
  return false;
}

std::pair<TrackId, TrackId> EventWaits::streamsOf(const EventWait& wait) const {
  return {m_trace.trackOf(m_graph.activities()[wait.activity].span),
          m_trace.trackOf(m_graph.activities()[wait.dependency].span)};
}

}  // namespace kernline
