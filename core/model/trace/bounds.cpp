// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/bounds.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {
constexpr std::int64_t hourNs = 3'600'000'000'000;
constexpr std::int64_t timesItsLength = 100;
constexpr std::size_t spansPerStraggler = 10;

/// Exact where a signed difference would overflow.
std::uint64_t gap(Time from, Time to) {
  return static_cast<std::uint64_t>(to.ns) - static_cast<std::uint64_t>(from.ns);
}

/// Whether a profiler wrote this about its own start or stop: kineto (output_json.cpp) or Chrome's tracing.
bool isRecordingMark(std::string_view name) {
  return name == "Record Window End" || name.starts_with("Iteration Start: ") || name == "TracingStartedInBrowser" ||
         name == "TracingStartedInPage" || name == "[kernel source]" || name == "[source file]";
}

/// Whether a track only shows how long was recorded. A profiler's own cost (overhead) is time of the program.
bool isRecordingRow(const Trace& trace, const Track& track) {
  return track.kind == TrackKind::Bookkeeping && track.spanCount > 0 &&
         trace.kind(SpanId{track.firstSpan}) != SpanKind::Overhead;
}
}  // namespace

BoundsFinder::BoundsFinder(const Trace& trace) : BoundsFinder(trace, [](ProcessId) { return true; }) {}

BoundsFinder::BoundsFinder(const Trace& trace, IsWanted isWanted) : m_isWanted(std::move(isWanted)) {
  for (const Track& track : trace.tracks()) {
    m_spans += m_isWanted(track.process) ? track.spanCount : 0;
  }
  const auto isOfRecording = [&](const Track& track) { return isRecordingRow(trace, track); };
  addTracks(trace, std::not_fn(isOfRecording));
  for (const MemoryEvent& event : trace.memoryEvents()) {
    if (isOfWanted(trace, event.track)) {
      add(event.time, event.time);
    }
  }
  for (const Counter& counter : trace.counters()) {
    for (const Time time : m_isWanted(counter.process) ? trace.sampleTimes(counter) : std::span<const Time>()) {
      add(time, time);
    }
  }
  if (!m_sawOther && !m_sawZero) {
    addTracks(trace, isOfRecording);
  }
  addInstants(trace);
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

template <typename Accept>
void BoundsFinder::addTracks(const Trace& trace, const Accept& accept) {
  for (const Track& track : trace.tracks()) {
    if (track.spanCount == 0 || !m_isWanted(track.process) || !accept(track)) {
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
}

void BoundsFinder::addInstants(const Trace& trace) {
  const bool hasContent = m_sawOther && !m_bounds.isEmpty();
  const TimeRange content = m_bounds;
  const auto isFar = [&](Time t) {
    const std::uint64_t distance = t < content.begin ? gap(t, content.begin)
                                   : t > content.end ? gap(content.end, t)
                                                     : 0;
    return distance > gap(content.begin, content.end);
  };
  std::vector<Time> stragglers;
  for (const Instant& instant : trace.instants()) {
    if (!isOfWanted(trace, instant.track) ||
        (hasContent && instant.time.ns != 0 && isRecordingMark(trace.text(instant.name)))) {
      continue;
    }
    if (hasContent && instant.time.ns != 0 && isFar(instant.time)) {
      stragglers.push_back(instant.time);
    } else {
      add(instant.time, instant.time);
    }
  }
  if (stragglers.size() * spansPerStraggler > m_spans) {
    for (const Time time : stragglers) {
      add(time, time);
    }
  }
}

bool BoundsFinder::isOfWanted(const Trace& trace, TrackId track) const {
  return m_isWanted(track == TrackId::none ? ProcessId::none : trace.track(track).process);
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
