// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/visible_time.h"

#include <cmath>

namespace kernline::ui {

namespace {

constexpr double wholeMargin = 0.01;  // around the whole trace
constexpr double zoomStep = 0.7;

/// From the first span to the last. The profiler's own marks may come long after and would leave a part of the view
/// empty; they are within the trace's bounds, so hands and the minimap reach them.
TimeRange rangeOfWork(const Trace& trace) {
  TimeRange work{{INT64_MAX}, {INT64_MIN}};
  for (const Track& track : trace.tracks()) {
    if (track.spanCount > 0 && track.kind != TrackKind::Bookkeeping) {
      work = work.unitedWith(track.extent.clippedTo(trace.bounds()));
    }
  }
  return work.isEmpty() ? trace.bounds() : work;
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
    setRange(withMargin(rangeOfWork(*m_trace), wholeMargin));
  }
  m_showsAll = true;
}

}  // namespace kernline::ui
