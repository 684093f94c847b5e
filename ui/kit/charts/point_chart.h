// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/axis_extent.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/plain_chart.h"

#include <QPixmap>

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Things as points, each with a number of its own. The pointer shows the card of a point, a click goes to it; so do
/// the arrow keys and Enter. Points are painted as one picture: a series of Qt has an item for each. Subclasses define
/// the points, their look and their axes.
class PointChart : public PlainChart {
  Q_OBJECT

 public:
  /// Sets the current point: it is highlighted, with its card unless the pointer is on another.
  void setCurrent(std::optional<std::size_t> number);
  [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

  [[nodiscard]] std::size_t pointCount() const { return m_points.size(); }
  /// Its place, in the viewport's pixels; nullopt if it is no point.
  [[nodiscard]] std::optional<QPointF> placeOf(std::size_t number) const;
  /// Returns the card next to a point; empty if there is none.
  [[nodiscard]] const HoverCard& card() const { return m_card; }
  /// Returns the sentence shown if there are no points.
  [[nodiscard]] virtual QString emptySentence() const = 0;

 Q_SIGNALS:
  void currentChanged(std::size_t number);  ///< emitted by keys
  void activated(std::size_t number);

 protected:
  static constexpr double pointRadius = 3.5;

  struct Point {
    std::size_t number = 0;
    double x = 0;
    double y = 0;
    double radius = pointRadius;  ///< pixels
    QPointF place = {};           ///< follows from `x` and `y`
  };

  PointChart(const QString& name, const QString& title, QWidget* parent);

  /// Other points, or other axes.
  void rebuild() override;
  [[nodiscard]] virtual std::vector<Point> makePoints() const = 0;
  /// Series for the legend and axes; there are points. Calls `setExtents`.
  virtual void addAxes() = 0;
  virtual void drawPoints(QPainter& painter) const = 0;
  /// Draws a point in the color of the brush.
  virtual void drawPoint(QPainter& painter, const Point& point, double radius) const = 0;
  /// Adapts the legend to the places of the points, which `arrange` follows.
  virtual void updateLegend() {}
  /// Returns the pixels to leave free between legend and plot.
  [[nodiscard]] virtual int roomAbovePlot() const { return 0; }
  /// Draws below the points.
  virtual void drawNotes(QPainter& /*painter*/) const {}
  [[nodiscard]] virtual QColor colorOf(std::size_t number) const = 0;
  [[nodiscard]] virtual HoverCard cardOf(std::size_t number) const = 0;

  /// Returns the points from left to right.
  [[nodiscard]] const std::vector<Point>& points() const { return m_points; }
  void setExtents(AxisExtent across, AxisExtent up);
  [[nodiscard]] const AxisExtent& across() const { return m_across; }
  [[nodiscard]] const AxisExtent& up() const { return m_up; }
  /// Styles it and gives it to all series.
  void addAxis(QAbstractAxis* axis, Qt::Alignment side);
  [[nodiscard]] QPointF placeAt(double x, double y) const;
  /// Places the legend, with those of its markers that are visible, then the points.
  void arrange();

  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  void place();
  void placeLegend();
  void makePicture();
  void setHovered(std::optional<std::size_t> number);
  void updateCard();
  void moveCurrent(int key);
  [[nodiscard]] const Point* pointOf(std::optional<std::size_t> number) const;
  [[nodiscard]] std::optional<std::size_t> numberAt(QPointF position) const;

  AxisExtent m_across;
  AxisExtent m_up;
  std::vector<Point> m_points;
  QPixmap m_picture;
  std::optional<std::size_t> m_current;
  std::optional<std::size_t> m_hovered;
  HoverCard m_card;
};

}  // namespace kernline::ui
