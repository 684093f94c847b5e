// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/host_work.h"

#include "core/analysis/query/lane_spans.h"

#include <algorithm>

namespace kernline {

HostWork::HostWork(const Trace& trace) : m_trace(trace) {
  for (const Step& step : trace.steps()) {
    m_steps.push_back(step.span);
  }
  std::ranges::sort(m_steps);
}

SpanId HostWork::mostOf(TrackId thread, TimeRange range) const {
  if (thread == TrackId::none) {
    return SpanId::none;
  }
  const Track& track = m_trace.track(thread);
  const Duration length = range.length();
  const Time middle = range.begin + Duration{length.ns / 2};  // whatever fills half of the range covers this
  SpanId innermost = SpanId::none;
  for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
    const SpanId span = spanAt(m_trace, m_trace.lane(LaneId{l}), middle);
    const bool fills = span != SpanId::none && m_trace.kind(span) != SpanKind::Overhead &&
                       m_trace.range(span).clippedTo(range).length().ns >= length.ns - length.ns / 2;
    const bool isInner = fills && (innermost == SpanId::none || m_trace.duration(span) <= m_trace.duration(innermost));
    if (isInner && !std::ranges::binary_search(m_steps, span)) {
      innermost = span;
    }
  }
  return innermost;
}

}  // namespace kernline
