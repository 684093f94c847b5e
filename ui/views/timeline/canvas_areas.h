// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRect>
#include <QSize>

namespace kernline::ui {

/// The areas of the canvas: the head across the top, the names of the rows on the left, the tracks next to them.
/// Logical pixels.
struct CanvasAreas {
  QSize canvas;
  int titleWidth = 0;
  int headHeight = 0;
  int foot = 0;  ///< free for others, below the tracks

  [[nodiscard]] QRect tracks() const { return QRect(QPoint(), canvas).adjusted(titleWidth, headHeight, 0, -foot); }
  [[nodiscard]] QRect titles() const { return {0, headHeight, titleWidth, tracks().height()}; }
  /// The head above the tracks.
  [[nodiscard]] QRect ruler() const { return {titleWidth, 0, tracks().width(), headHeight}; }

  [[nodiscard]] QPointF toTracks(QPointF p) const { return p - QPointF(titleWidth, headHeight); }
  [[nodiscard]] bool isOverTime(QPointF p) const { return p.x() >= titleWidth; }
  [[nodiscard]] bool isInHead(QPointF p) const { return p.y() < headHeight; }
};

}  // namespace kernline::ui
