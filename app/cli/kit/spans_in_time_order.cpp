// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/spans_in_time_order.h"

#include <algorithm>

namespace kernline::cli {

SpansInTimeOrder::SpansInTimeOrder(const Trace& trace, const std::vector<TrackId>& tracks, TimeRange range)
    : m_trace(trace) {
  for (const TrackId id : tracks) {
    const Track& track = trace.track(id);
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
      const Lane& lane = trace.lane(LaneId{l});
      const auto starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
      // Spans of a lane do not overlap, so at most the one before the first inside reaches in.
      auto first = static_cast<std::uint32_t>(std::ranges::lower_bound(starts, range.begin) - starts.begin());
      const auto last = static_cast<std::uint32_t>(std::ranges::lower_bound(starts, range.end) - starts.begin());
      if (first > 0 && reachesInto(trace.range(SpanId{lane.firstSpan + first - 1}), range)) {
        --first;
      }
      if (first < last) {
        const std::uint32_t span = lane.firstSpan + first;
        m_cursors.push({trace.start(SpanId{span}), LaneId{l}, span, lane.firstSpan + last});
      }
    }
  }
}

SpanId SpansInTimeOrder::next() {
  if (m_cursors.empty()) {
    return SpanId::none;
  }
  Cursor cursor = m_cursors.top();
  m_cursors.pop();
  const SpanId span{cursor.span};
  if (++cursor.span < cursor.end) {
    cursor.start = m_trace.start(SpanId{cursor.span});
    m_cursors.push(cursor);
  }
  return span;
}

}  // namespace kernline::cli
