// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/busy_density.h"

#include <algorithm>
#include <queue>

namespace kernline {

namespace {

/// The spans of one lane that count, one after the other.
struct LaneCursor {
  std::uint32_t next = 0;
  std::uint32_t end = 0;
  bool activitiesOnly = false;

  void skipOthers(const Trace& trace) {
    while (next < end && (has(trace.flags(SpanId{next}), SpanFlags::OutsideBounds) ||
                          (activitiesOnly && !isDeviceActivity(trace.kind(SpanId{next}))))) {
      ++next;
    }
  }
};

std::vector<LaneCursor> cursorsOf(const Trace& trace, ProcessId process) {
  const bool isDevice = trace.process(process).device >= 0;
  std::vector<LaneCursor> cursors;
  for (const Track& track : trace.tracks()) {
    if (track.process != process || track.kind == TrackKind::Bookkeeping || track.kind == TrackKind::Steps) {
      continue;
    }
    // On a thread everything is nested in its outermost lane, overlapping strays apart.
    const std::uint32_t lanes = isDevice ? track.laneCount : std::min(track.laneCount, 1U);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const Lane& lane = trace.lane(LaneId{track.firstLane + i});
      LaneCursor cursor{lane.firstSpan, lane.firstSpan + lane.spanCount, isDevice};
      cursor.skipOthers(trace);
      if (cursor.next < cursor.end) {
        cursors.push_back(cursor);
      }
    }
  }
  return cursors;
}

/// Adds disjoint intervals, in order, to equal slices of a range.
class SliceFiller {
 public:
  explicit SliceFiller(BusyDensity& density)
      : m_density(&density),
        m_perNs(static_cast<double>(density.shares.size()) / static_cast<double>(density.range.length().ns)) {}

  void add(TimeRange interval) {
    const TimeRange inside = interval.clippedTo(m_density->range);
    if (inside.isEmpty()) {
      return;
    }
    const double from = static_cast<double>((inside.begin - m_density->range.begin).ns) * m_perNs;
    const double to = static_cast<double>((inside.end - m_density->range.begin).ns) * m_perNs;
    const std::size_t last = m_density->shares.size() - 1;
    const std::size_t firstSlice = std::min(static_cast<std::size_t>(from), last);
    const std::size_t lastSlice = std::min(static_cast<std::size_t>(to), last);
    for (std::size_t slice = firstSlice; slice <= lastSlice; ++slice) {
      const double begin = std::max(from, static_cast<double>(slice));
      const double end = std::min(to, static_cast<double>(slice + 1));
      m_density->shares[slice] += static_cast<float>(std::max(0.0, end - begin));
    }
  }

 private:
  BusyDensity* m_density;
  double m_perNs;
};

/// Calls `visit` with the spans of all lanes in order of their start.
template <typename Visit>
void walkByStart(const Trace& trace, std::vector<LaneCursor> cursors, Visit visit) {
  const auto later = [&](std::size_t a, std::size_t b) {
    return trace.start(SpanId{cursors[a].next}) > trace.start(SpanId{cursors[b].next});
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> heads(later);
  for (std::size_t i = 0; i < cursors.size(); ++i) {
    heads.push(i);
  }
  while (!heads.empty()) {
    const std::size_t lane = heads.top();
    heads.pop();
    LaneCursor& cursor = cursors[lane];
    const Time limit = heads.empty() ? Time{INT64_MAX} : trace.start(SpanId{cursors[heads.top()].next});
    do {
      visit(SpanId{cursor.next});
      ++cursor.next;
      cursor.skipOthers(trace);
    } while (cursor.next < cursor.end && trace.start(SpanId{cursor.next}) <= limit);
    if (cursor.next < cursor.end) {
      heads.push(lane);
    }
  }
}

}  // namespace

BusyDensity busyDensity(const Trace& trace, ProcessId process, TimeRange range, std::size_t slices) {
  BusyDensity density{process, range, std::vector<float>(slices)};
  if (range.isEmpty() || slices == 0) {
    return density;
  }
  SliceFiller filler(density);
  Time covered = range.begin;
  walkByStart(trace, cursorsOf(trace, process), [&](SpanId s) {
    filler.add({std::max(trace.start(s), covered), trace.end(s)});
    covered = std::max(covered, trace.end(s));
  });
  for (float& share : density.shares) {
    share = std::clamp(share, 0.0F, 1.0F);
  }
  return density;
}

}  // namespace kernline
