// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/range_drag.h"

#include "ui/views/timeline/edge_snap.h"

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr double snapReach = 7;  // logical pixels

}  // namespace

void RangeDrag::begin(const CanvasAreas& areas, QPointF p, std::optional<Time> anchor) {
  m_anchor = anchor ? *anchor : snapped(areas, p);
}

void RangeDrag::moveTo(const CanvasAreas& areas, QPointF p, bool isFree) {
  const double x = std::clamp(areas.toTracks(p).x(), 0.0, static_cast<double>(areas.tracks().width()));
  const Time other = isFree ? m_scene.time().axis().timeAt(x) : snapped(areas, p);
  m_scene.chosen().choose(TimeRange{std::min(m_anchor, other), std::max(m_anchor, other)});
}

/// The edge of a span near `p`, or the time at `p`.
Time RangeDrag::snapped(const CanvasAreas& areas, QPointF p) const {
  const FrameGeometry& frame = m_frame.geometry();
  const double ratio = m_frame.pixelRatio();
  const QPointF local = areas.toTracks(p) * ratio;
  const TimeAxis axis(m_scene.time().range(), frame.width);
  const double x = std::clamp(local.x(), 0.0, static_cast<double>(frame.width));
  const std::optional<double> y = local.y() >= 0 ? std::optional(local.y()) : std::nullopt;
  return EdgeSnap(*m_scene.trace(), m_scene.steps().all(), frame, axis).at(x, y, snapReach * ratio);
}

}  // namespace kernline::ui
