// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/memory/byte_scale.h"
#include "ui/views/memory/overlay_curves.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace kernline::ui {

/// Chart of two runs' memory on aligned steps, and below it the difference of the second. Every pixel column shows its
/// least and its greatest value. The wheel zooms, dragging moves, 0 shows all.
class OverlayChart : public QWidget {
  Q_OBJECT

 public:
  explicit OverlayChart(QWidget* parent = nullptr);

  /// nullptr if nothing is drawn.
  void setCurves(std::shared_ptr<const OverlayCurves> curves);
  [[nodiscard]] const std::shared_ptr<const OverlayCurves>& curves() const { return m_curves; }
  void setRange(TimeRange range);
  [[nodiscard]] TimeRange range() const { return m_range; }
  [[nodiscard]] HoverCard cardAt(Time time) const;
  /// The area of the curves, and of the difference.
  [[nodiscard]] QRect curvesRect() const;
  [[nodiscard]] QRect differenceRect() const;
  /// Colors of the first run and of the second.
  [[nodiscard]] QColor baseColor() const;
  [[nodiscard]] QColor otherColor() const;

  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] TimeAxis axis() const { return {m_range, curvesRect().width()}; }
  void zoomAt(double factor, double x);
  void drawTicks(QPainter& painter) const;
  void drawScale(QPainter& painter, QRect place, const ByteScale& scale, bool isSigned) const;
  void drawSteps(QPainter& painter) const;
  void drawCurve(QPainter& painter, const MemoryComparison::Run& run, const CurvePyramid& pyramid,
                 const ByteScale& scale, QColor color) const;
  void drawDifference(QPainter& painter, const ByteScale& scale) const;
  void drawPointed(QPainter& painter) const;

  std::shared_ptr<const OverlayCurves> m_curves;
  TimeRange m_range{{0}, {1}};
  std::optional<QPoint> m_pointer;
  std::optional<QPoint> m_press;
  TimeRange m_pressRange;
};

}  // namespace kernline::ui
