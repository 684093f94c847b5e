// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/plain_chart.h"
#include "ui/views/inference/inference_axes.h"
#include "ui/views/inference/inference_table.h"

#include <QPixmap>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Iterations as points, each kind in its color and shape. The pointer tells what an iteration is, a click goes to it;
/// so do the arrow keys and Enter. Points are painted as one picture: a series of Qt has an item for each.
class InferenceChart : public PlainChart {
  Q_OBJECT

 public:
  explicit InferenceChart(QWidget* parent = nullptr);

  /// nullptr: nothing to show.
  void setTable(std::shared_ptr<const InferenceTable> table);
  void setAxes(InferenceX x, InferenceY y);
  /// The iteration that is chosen: it stands out, with its card unless the pointer is on another.
  void setCurrent(std::optional<std::size_t> step);
  [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

  [[nodiscard]] std::size_t pointCount() const { return m_points.size(); }
  /// Where an iteration stands, in the viewport's pixels; none if it says too little for these axes.
  [[nodiscard]] std::optional<QPointF> placeOf(std::size_t step) const;
  /// What is told beside a point; empty: nothing.
  [[nodiscard]] const HoverCard& card() const { return m_card; }
  /// In place of points.
  [[nodiscard]] QString emptySentence() const;

 Q_SIGNALS:
  void currentChanged(std::size_t step);  ///< by keys
  void activated(std::size_t step);

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  struct Point {
    std::size_t step = 0;
    double x = 0;
    double y = 0;
    QPointF place = {};
  };

  void rebuild() override;
  void addSeries();
  void addAxes();
  void place();
  void drawPoints();
  void drawPoint(QPainter& painter, const Point& point, double radius) const;
  void setHovered(std::optional<std::size_t> step);
  void updateCard();
  void moveCurrent(int key);
  [[nodiscard]] const Point* pointOf(std::optional<std::size_t> step) const;
  [[nodiscard]] std::optional<std::size_t> stepAt(QPointF position) const;
  [[nodiscard]] QColor colorOf(InferenceKind kind) const;

  std::shared_ptr<const InferenceTable> m_table;
  InferenceX m_x = InferenceX::Requests;
  InferenceY m_y = InferenceY::Iteration;
  AxisExtent m_across;
  AxisExtent m_up;
  std::vector<Point> m_points;  // from left to right
  QPixmap m_picture;            // of all points
  std::optional<std::size_t> m_current;
  std::optional<std::size_t> m_hovered;
  HoverCard m_card;
};

}  // namespace kernline::ui
