// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/visible_time.h"

#include "core/analysis/quality/time_clusters.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace kernline::ui {

namespace {

constexpr double wholeMargin = 0.01;  // margin around the whole trace
constexpr double zoomStep = 0.7;

/// Returns the range from the first span to the last. The profiler's own marks may come long after and would leave a
/// part of the view empty; they are within the trace's bounds, so dragging and the minimap reach them.
TimeRange rangeOfActivities(const Trace& trace) {
  TimeRange work{{INT64_MAX}, {INT64_MIN}};
  for (const Track& track : trace.tracks()) {
    if (track.spanCount > 0 && track.kind != TrackKind::Bookkeeping) {
      work = work.unitedWith(track.extent.clippedTo(trace.bounds()));
    }
  }
  return work.isEmpty() ? trace.bounds() : work;
}

/// Returns the ranges that cycle through the whole trace: all of it, then, if empty hours separate parts of it, each
/// part by itself, the fullest first.
std::vector<TimeRange> stopsOf(const Trace& trace) {
  std::vector<TimeRange> stops{withMargin(rangeOfActivities(trace), wholeMargin)};
  std::vector<TimeCluster> clusters = timeClusters(trace);
  std::ranges::stable_sort(clusters, std::greater(), &TimeCluster::spans);
  for (const TimeCluster& cluster : clusters) {
    stops.push_back(withMargin(cluster.range, wholeMargin));
  }
  return stops;
}

}  // namespace

void VisibleTime::setRange(TimeRange range) {
  m_showsAll = false;
  range = withMargin(range, 0);
  if (range != m_range) {
    m_range = range;
    Q_EMIT changed();
  }
}

void VisibleTime::showWithinBounds(TimeRange range) {
  if (m_trace) {
    // A range set from outside may lie anywhere; a hand must be able to move away from there, too.
    const TimeRange bounds = m_trace->bounds().unitedWith(m_range);
    setRange(m_trace->bounds().overlaps(m_range) ? keptWithin(range, m_trace->bounds()) : keptWithin(range, bounds));
  }
}

void VisibleTime::zoomAt(double factor, double x) {
  showWithinBounds(zoomed(m_range, factor, axis().timeAt(x)));
}

void VisibleTime::zoomIn() {
  zoom(zoomStep);
}

void VisibleTime::zoomOut() {
  zoom(1 / zoomStep);
}

void VisibleTime::pan(double pixels) {
  showWithinBounds(shifted(m_range, {std::llround(pixels * axis().nsPerPixel())}));
}

void VisibleTime::fitAll() {
  if (m_trace) {
    const std::vector<TimeRange> stops = stopsOf(*m_trace);
    const auto now = std::ranges::find(stops, m_range);
    setRange(now == stops.end() || now + 1 == stops.end() ? stops.front() : *(now + 1));
  }
  m_showsAll = true;
}

void VisibleTime::fitMost() {
  if (m_trace) {
    const std::vector<TimeRange> stops = stopsOf(*m_trace);
    setRange(stops.size() > 1 ? stops[1] : stops.front());
  }
  m_showsAll = true;
}

}  // namespace kernline::ui
