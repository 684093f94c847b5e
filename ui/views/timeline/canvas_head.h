// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/canvas_look.h"
#include "ui/views/timeline/step_rows.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <optional>

namespace kernline::ui {

class RulerMarks;

/// Head above the tracks: the ruler with the chosen range and the marks, and the steps below it.
class CanvasHead {
 public:
  /// `scene` must outlive this.
  explicit CanvasHead(const TimelineScene& scene) : m_scene(scene) {}

  /// Finds the steps; call it when the scene has another trace, or other steps.
  void findSteps() { m_steps = StepRows(m_scene.sharedSteps()); }
  [[nodiscard]] int height() const;
  void paint(QPainter& painter, const CanvasAreas& areas, const CanvasLook& look) const;

  /// Whether a point is among the steps, or among the names of their rows.
  [[nodiscard]] bool isOnSteps(const CanvasAreas& areas, QPointF p) const;
  [[nodiscard]] std::optional<std::size_t> stepAt(const CanvasAreas& areas, QPointF p) const;
  [[nodiscard]] std::optional<std::size_t> markAt(const CanvasAreas& areas, const QFont& rowFont, QPointF p) const;
  /// Returns the end of the chosen range that stays while the edge at `p` is dragged; std::nullopt if there is no edge.
  [[nodiscard]] std::optional<Time> oppositeOfEdgeAt(const CanvasAreas& areas, QPointF p) const;

 private:
  void paintCorner(QPainter& painter, int titleWidth, const QString& base, const TimelinePalette& palette) const;
  /// The chosen range and how long it is, in the coordinates of the tracks.
  struct LengthLabel {
    QRectF band;
    QRectF box;
    QString text;
  };
  [[nodiscard]] std::optional<LengthLabel> lengthLabel(const RulerMarks& marks, const QFontMetricsF& metrics) const;
  static void paintChosen(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette,
                          const LengthLabel& label);

  const TimelineScene& m_scene;
  StepRows m_steps;
};

}  // namespace kernline::ui
