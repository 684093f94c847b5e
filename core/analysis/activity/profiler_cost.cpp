// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/profiler_cost.h"

#include "core/analysis/activity/launching_threads.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

void addThread(const Trace& trace, const Track& thread, TimeRange range, ProfilerCost& cost) {
  for (std::uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
    const Lane& lane = trace.lane(LaneId{l});
    const auto starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
    const auto first = std::ranges::lower_bound(starts, range.begin) - starts.begin();
    const auto last = std::ranges::lower_bound(starts, range.end) - starts.begin();
    for (const SpanKind kind : trace.kinds()
                                   .subspan(lane.firstSpan, lane.spanCount)
                                   .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))) {
      cost.operators += kind == SpanKind::Op || kind == SpanKind::Annotation ? 1 : 0;
      cost.calls += kind == SpanKind::Runtime ? 1 : 0;
      cost.pythonFunctions += kind == SpanKind::PythonFunction ? 1 : 0;
    }
  }
}

}  // namespace

bool isReplayed(const Trace& trace) {
  return std::ranges::find(trace.metadata(), replayedKey, &MetadataEntry::key) != trace.metadata().end();
}

ProfilerCosts::ProfilerCosts(const Trace& trace)
    : m_trace(trace), m_threads(isReplayed(trace) ? std::vector<TrackId>() : launchingThreads(trace)) {
  std::ranges::stable_sort(m_threads, {}, [&](TrackId thread) { return trace.track(thread).process; });
}

ProfilerCost ProfilerCosts::within(TimeRange range) const {
  constexpr std::int64_t minOfCall = 1000;
  constexpr std::int64_t likelyOfCall = 3000;
  constexpr std::int64_t maxOfCall = 4000;
  constexpr std::int64_t minOfFunction = 200;
  constexpr std::int64_t likelyOfFunction = 600;
  constexpr std::int64_t maxOfFunction = 1000;
  ProfilerCost found;
  for (auto begin = m_threads.begin(); begin != m_threads.end() && !range.isEmpty();) {
    const ProcessId process = m_trace.track(*begin).process;
    ProfilerCost cost;
    for (; begin != m_threads.end() && m_trace.track(*begin).process == process; ++begin) {
      addThread(m_trace, m_trace.track(*begin), range, cost);
    }
    const auto sum = [&](std::int64_t ofCall, std::int64_t ofFunction) {
      return Duration{static_cast<std::int64_t>(cost.operators + cost.calls) * ofCall +
                      static_cast<std::int64_t>(cost.pythonFunctions) * ofFunction};
    };
    cost.least = sum(minOfCall, minOfFunction);
    cost.likely = sum(likelyOfCall, likelyOfFunction);
    cost.most = sum(maxOfCall, maxOfFunction);
    found = cost.most > found.most ? cost : found;
  }
  return found;
}

}  // namespace kernline
