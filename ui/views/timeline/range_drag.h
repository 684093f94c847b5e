// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/track_frame.h"

#include <optional>

namespace kernline::ui {

/// A range that is being chosen: one end stays, the other follows the pointer and settles on edges in the frame.
class RangeDrag {
 public:
  /// Both must outlive this.
  RangeDrag(TimelineScene& scene, const TrackFrame& frame) : m_scene(scene), m_frame(frame) {}

  /// Begins at `anchor`, or at what is at `p`.
  void begin(const CanvasAreas& areas, QPointF p, std::optional<Time> anchor);
  /// `isFree`: to the very time under the pointer.
  void moveTo(const CanvasAreas& areas, QPointF p, bool isFree);

 private:
  [[nodiscard]] Time snapped(const CanvasAreas& areas, QPointF p) const;

  TimelineScene& m_scene;
  const TrackFrame& m_frame;
  Time m_anchor;
};

}  // namespace kernline::ui
