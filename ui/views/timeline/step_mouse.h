// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/canvas_head.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPointF>

#include <cstddef>
#include <optional>

namespace kernline::ui {

/// The mouse on the steps: a click selects one, a drag chooses the range of several, a click with Shift that from the
/// selected one to there.
class StepMouse {
 public:
  /// Both must outlive this.
  StepMouse(TimelineScene& scene, const CanvasHead& head) : m_scene(scene), m_head(head) {}

  /// Whether a step is there.
  bool press(const CanvasAreas& areas, QPointF p);
  void drag(const CanvasAreas& areas, QPointF p);
  void release(bool withShift);

 private:
  TimelineScene& m_scene;
  const CanvasHead& m_head;
  std::size_t m_pressed = 0;
  QPointF m_pressPosition;
  bool m_isDragging = false;
};

}  // namespace kernline::ui
