// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/canvas_look.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QImage>
#include <QPainter>
#include <QRect>

namespace kernline::ui {

/// The `TitleColumn` of a scene, cached as an image until it changes.
class TitleImage {
 public:
  /// `scene` must outlive this.
  explicit TitleImage(const TimelineScene& scene) : m_scene(scene) {}

  void invalidate() { m_isStale = true; }
  void paint(QPainter& painter, QRect area, const CanvasLook& look);

 private:
  void draw(QPainter& painter, QSize size, const CanvasLook& look) const;

  const TimelineScene& m_scene;
  QImage m_image;
  bool m_isStale = true;
};

}  // namespace kernline::ui
