// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/bounds.h"

#include <algorithm>

namespace kernline {

namespace {
constexpr std::int64_t hourNs = 3'600'000'000'000;
constexpr std::int64_t timesItsLength = 100;
}  // namespace

BoundsFinder::BoundsFinder(const Trace& trace) {
  for (const Track& track : trace.tracks()) {
    if (track.spanCount == 0) {
      continue;
    }
    if (track.extent.begin.ns != 0) {
      add(track.extent.begin, track.extent.end);
      continue;
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      add(trace.start(SpanId{i}), trace.end(SpanId{i}));
    }
  }
  for (const Instant& instant : trace.instants()) {
    add(instant.time, instant.time);
  }
  for (const MemoryEvent& event : trace.memoryEvents()) {
    add(event.time, event.time);
  }
  for (const Counter& counter : trace.counters()) {
    for (const Time time : trace.sampleTimes(counter)) {
      add(time, time);
    }
  }
  if (!m_sawOther) {
    m_bounds = {{0}, m_zeroEnd};
  } else if (m_sawZero) {
    const std::int64_t begin = m_bounds.begin.ns;
    m_leavesOutZero = begin > hourNs && m_bounds.length().ns < begin / timesItsLength;
    if (!m_leavesOutZero) {
      m_bounds = m_bounds.unitedWith({{0}, m_zeroEnd});
    }
  }
}

void BoundsFinder::add(Time begin, Time end) {
  if (begin.ns == 0) {
    m_sawZero = true;
    m_zeroEnd = std::max(m_zeroEnd, end);
    return;
  }
  m_bounds = m_sawOther ? m_bounds.unitedWith({begin, end}) : TimeRange{begin, end};
  m_sawOther = true;
}

}  // namespace kernline
