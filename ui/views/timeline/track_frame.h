// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/canvas_look.h"
#include "ui/views/timeline/frame_geometry.h"
#include "ui/views/timeline/glyph_labels.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QImage>
#include <QPainter>
#include <QRect>

#include <memory>

namespace kernline::ui {

/// The rows of a scene with their bars and the names on them, cached as an image until they change.
class TrackFrame {
 public:
  /// `scene` must outlive this.
  explicit TrackFrame(const TimelineScene& scene) : m_scene(scene) {}

  /// Returns the geometry painted last, in device pixels.
  [[nodiscard]] const FrameGeometry& geometry() const { return m_geometry; }
  /// Returns the number of device pixels per logical pixel.
  [[nodiscard]] double pixelRatio() const { return m_image.devicePixelRatio(); }
  void invalidate() { m_isStale = true; }
  /// Forgets names, for another trace or another style of names.
  void forgetNames();
  void forgetFont();
  void paint(QPainter& painter, QRect area, const CanvasLook& look);

 private:
  enum class LabeledBars { All, Hits, Misses };

  void render(QSize size, const CanvasLook& look);
  void hatchMoved(QPainter& painter, const MovedSpans& moved, double ratio);
  void addLabels(QPainter& painter, const CanvasLook& look);
  void addLabelsOf(LabeledBars which, double ratio);
  void paintAsShapes(QPainter& painter, QRect area, const CanvasLook& look);

  const TimelineScene& m_scene;
  FrameGeometry m_geometry;
  QImage m_image;
  bool m_isStale = true;
  std::unique_ptr<GlyphLabels> m_labels;
  double m_labelsRatio = 0;
};

}  // namespace kernline::ui
