// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/host_activity.h"

#include "core/analysis/query/lane_spans.h"

#include <algorithm>
#include <unordered_map>

namespace kernline {

HostActivity::HostActivity(const Trace& trace) : m_trace(trace) {
  for (const Step& step : trace.steps()) {
    m_steps.push_back(step.span);
  }
  std::ranges::sort(m_steps);
}

bool HostActivity::isCall(SpanId span) const {
  return m_trace.kind(span) != SpanKind::Overhead && !std::ranges::binary_search(m_steps, span);
}

SpanId HostActivity::longestTogether(const Lane& lane, TimeRange range) const {
  struct Calls {
    Duration inside;
    SpanId longest = SpanId::none;
  };
  const SpanInterval spans = spansIn(m_trace, lane, range);
  if (spans.last < spans.first + 2) {
    return SpanId::none;
  }
  std::unordered_map<StringId, Calls> byName;
  for (std::uint32_t i = spans.first; i < spans.last; ++i) {
    const SpanId span{i};
    if (!isCall(span)) {
      continue;
    }
    Calls& calls = byName[m_trace.name(span)];
    calls.inside += m_trace.range(span).clippedTo(range).length();
    if (calls.longest == SpanId::none || m_trace.duration(span) > m_trace.duration(calls.longest)) {
      calls.longest = span;
    }
    if (calls.inside.ns * 2 > range.length().ns) {
      // No other name can fill more: but a longer call of this one may follow.
      for (++i; i < spans.last; ++i) {
        const bool isLonger = m_trace.duration(SpanId{i}) > m_trace.duration(calls.longest);
        calls.longest = isLonger && m_trace.name(SpanId{i}) == m_trace.name(span) ? SpanId{i} : calls.longest;
      }
      return calls.longest;
    }
  }
  return SpanId::none;
}

SpanId HostActivity::callFilling(TrackId thread, TimeRange range) const {
  if (thread == TrackId::none) {
    return SpanId::none;
  }
  const Track& track = m_trace.track(thread);
  const Duration length = range.length();
  const Time middle = range.begin + Duration{length.ns / 2};  // whatever fills half of the range covers this
  SpanId innermost = SpanId::none;
  SpanId together = SpanId::none;
  for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
    const Lane& lane = m_trace.lane(LaneId{l});
    const SpanId span = spanAt(m_trace, lane, middle);
    const bool fills = span != SpanId::none && isCall(span) &&
                       m_trace.range(span).clippedTo(range).length().ns >= length.ns - length.ns / 2;
    if (fills && (innermost == SpanId::none || m_trace.duration(span) <= m_trace.duration(innermost))) {
      innermost = span;
    }
    const SpanId most = fills ? SpanId::none : longestTogether(lane, range);
    together = most == SpanId::none ? together : most;
  }
  // Calls of the runtime are what takes the time; of other calls a loop says more.
  const bool areOfRuntime = together != SpanId::none && m_trace.kind(together) == SpanKind::Runtime;
  return areOfRuntime || innermost == SpanId::none ? together : innermost;
}

}  // namespace kernline
