// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/call_walk.h"

#include "core/analysis/query/lane_spans.h"

#include <utility>

namespace kernline {

CallOrder::CallOrder(const Trace& trace, const Track& track, TimeRange within, SpanKinds kinds)
    : m_trace(trace), m_kinds(kinds) {
  for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
    const SpanInterval spans = spansIn(trace, trace.lane(LaneId{l}), within);
    Cursor cursor{.start = {}, .lane = l, .span = spans.first, .last = spans.last};
    if (skipOthers(cursor)) {
      m_heap.push_back(cursor);
    }
  }
  for (std::size_t i = m_heap.size() / 2; i-- > 0;) {
    sink(i);
  }
}

/// Skips spans of other kinds; false at the lane's end.
bool CallOrder::skipOthers(Cursor& cursor) const {
  const std::span<const SpanKind> kinds = m_trace.kinds();
  while (cursor.span < cursor.last && !m_kinds.contains(kinds[cursor.span])) {
    ++cursor.span;
  }
  if (cursor.span >= cursor.last) {
    return false;
  }
  cursor.start = m_trace.starts()[cursor.span];
  return true;
}

void CallOrder::sink(std::size_t at) {
  const Cursor sinking = m_heap[at];
  for (std::size_t child = 2 * at + 1; child < m_heap.size(); child = 2 * at + 1) {
    if (child + 1 < m_heap.size() && m_heap[child + 1].isBefore(m_heap[child])) {
      ++child;
    }
    if (!m_heap[child].isBefore(sinking)) {
      break;
    }
    m_heap[at] = m_heap[child];
    at = child;
  }
  m_heap[at] = sinking;
}

SpanId CallOrder::next() {
  if (m_heap.empty()) {
    return SpanId::none;
  }
  Cursor& first = m_heap.front();
  const SpanId found{first.span++};
  if (!skipOthers(first)) {
    first = m_heap.back();
    m_heap.pop_back();
  }
  if (!m_heap.empty()) {
    sink(0);
  }
  return found;
}

}  // namespace kernline
