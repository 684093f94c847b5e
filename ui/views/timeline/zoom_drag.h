// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPainter>
#include <QPointF>

namespace kernline::ui {

/// A box that is drawn over an interval, which is zoomed to then.
class ZoomDrag {
 public:
  /// `scene` must outlive this.
  explicit ZoomDrag(TimelineScene& scene) : m_scene(scene) {}

  void begin(QPointF p) { m_from = m_to = p; }
  void moveTo(QPointF p) { m_to = p; }
  /// No zoom if the box is too narrow to be meant.
  void release(const CanvasAreas& areas);
  /// The box, with its length.
  void paint(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette) const;

 private:
  TimelineScene& m_scene;
  QPointF m_from;
  QPointF m_to;
};

}  // namespace kernline::ui
