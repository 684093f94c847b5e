// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/views/memory/curve_colors.h"
#include "ui/views/memory/device_curves.h"
#include "ui/views/memory/memory_plot.h"

#include <QFont>
#include <QFontMetrics>
#include <QPainter>
#include <QPalette>
#include <QPointF>
#include <QSize>

#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

/// Draws what lies under, over and around the curves of a MemoryChart. Lives no longer than what it draws with and of.
class MemoryPainter {
 public:
  /// The surface to draw on.
  struct Canvas {
    QSize size;
    QPalette palette;
    QFont font;  ///< also set in the painter, where text is drawn
  };

  MemoryPainter(QPainter& painter, Canvas canvas, const MemoryPlot& plot, const DeviceCurves& curves);

  // The recording
  /// Every other step as a band, under the curves.
  void drawSteps() const;
  void drawTicks() const;
  void drawMarks() const;
  /// One line above the plot: what the areas and the line are. With bands the areas are blocks.
  void drawLegend(bool hasBands) const;
  void drawFailures() const;

  // The requested marks
  /// Triangles at the foot, at most one a pixel.
  void drawHighlighted(const std::vector<Time>& moments) const;
  void drawMoment(Time moment) const;
  /// Draws a box between two places that a range is dragged over, from left to right.
  void drawBox(std::pair<double, double> box) const;
  /// A line at `time` and next to it the card, as high as the pointer if that is in this widget.
  void drawPointed(Time time, const HoverCard& card, std::optional<QPointF> pointer) const;

 private:
  void drawVerticalLine(double x) const;

  QPainter& m_painter;
  Canvas m_canvas;
  QFontMetrics m_metrics;
  MemoryPlot m_plot;
  const DeviceCurves& m_curves;
  CurveColors m_colors;
};

}  // namespace kernline::ui
