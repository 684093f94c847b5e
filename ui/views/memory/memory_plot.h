// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"
#include "ui/views/memory/byte_scale.h"

#include <QFontMetrics>
#include <QPoint>
#include <QRectF>
#include <QSize>

#include <cstdint>

namespace kernline::ui {

/// The plot of a MemoryChart: its place in the widget, and the meaning of its pixels: times from left to right,
/// bytes from the foot up.
class MemoryPlot {
 public:
  MemoryPlot() = default;
  /// `ratio`: pixels of the device in one of the widget's.
  MemoryPlot(QRectF rect, TimeRange range, const ByteScale& scale, double ratio);

  /// Returns the plot's rectangle in the widget's pixels.
  [[nodiscard]] const QRectF& rect() const { return m_rect; }
  /// Its pixels count from the left edge of the plot.
  [[nodiscard]] const TimeAxis& axis() const { return m_axis; }
  [[nodiscard]] TimeRange range() const { return m_axis.range(); }
  [[nodiscard]] double xOf(Time time) const { return m_rect.left() + m_axis.xOf(time); }
  [[nodiscard]] Time timeAt(double x) const { return m_axis.timeAt(x - m_rect.left()); }
  [[nodiscard]] double yOf(std::int64_t bytes) const;
  [[nodiscard]] bool spans(double x) const { return x >= m_rect.left() && x <= m_rect.right(); }
  /// Returns whether something at x is visible, at least in part.
  [[nodiscard]] bool shows(double x) const { return x >= m_rect.left() - 1 && x <= m_rect.right() + 1; }
  [[nodiscard]] double topBytes() const { return m_scale.top * m_scale.unit; }

  // Sizes in device pixels, for the pictures in the plot
  [[nodiscard]] double ratio() const { return m_ratio; }
  [[nodiscard]] QSize pixels() const;
  /// Returns the pixel of a place in the widget, from the top left of the plot.
  [[nodiscard]] QPoint pixelAt(QPointF place) const;

 private:
  QRectF m_rect;
  TimeAxis m_axis;
  ByteScale m_scale;
  double m_ratio = 1;
};

/// Height of a row of marks above the plot, in pixels.
[[nodiscard]] int markRowHeight(const QFontMetrics& metrics);

}  // namespace kernline::ui
