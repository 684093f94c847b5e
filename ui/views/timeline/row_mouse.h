// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/row_drag.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPainter>
#include <QPointF>

namespace kernline::ui {

/// The mouse on the names of the rows: a click folds, a drag reorders.
class RowMouse {
 public:
  /// `scene` must outlive this.
  explicit RowMouse(TimelineScene& scene) : m_scene(scene) {}

  /// The row whose name is at a point.
  [[nodiscard]] const TimelineRow* rowAt(const CanvasAreas& areas, QPointF p) const;
  /// Whether a row is on its way.
  [[nodiscard]] bool isDragging() const { return m_isDragging; }

  void press(RowId row, QPointF p);
  void drag(const CanvasAreas& areas, QPointF p);
  void release(const CanvasAreas& areas, QPointF p);
  /// The row that moves is lit, and a line shows where it goes.
  void paint(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette) const;

 private:
  TimelineScene& m_scene;
  RowDrag m_drag;
  double m_pressY = 0;
  bool m_isDragging = false;
};

}  // namespace kernline::ui
