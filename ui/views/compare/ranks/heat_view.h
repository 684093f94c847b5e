// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/heat_map.h"
#include "ui/views/compare/ranks/heat_scale.h"

#include <QAbstractScrollArea>
#include <QImage>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Contents of a heat map, and the arrangement of its rows.
struct ShownHeat {
  std::shared_ptr<const HeatMap> map;
  std::vector<std::int32_t> ranks;  ///< rank of each place
  HeatLayout layout;
  QString grouping;  ///< displayed name of the grouping; empty if ungrouped
};

/// Ranks × steps as colors. The wheel scrolls, with Ctrl it zooms rows, with Ctrl and Shift columns; arrow keys walk
/// from cell to cell, Enter or a click opens one.
class HeatView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit HeatView(QWidget* parent = nullptr);

  /// Keeps the current cell where it is still there.
  void setHeat(ShownHeat heat);
  [[nodiscard]] const ShownHeat& heat() const { return m_heat; }
  [[nodiscard]] std::optional<HeatCell> current() const { return m_current; }
  /// Scrolls to it.
  void setCurrent(std::optional<HeatCell> cell);
  /// Returns the cell at a point: the worst of several that share a pixel, which is the visible one.
  [[nodiscard]] std::optional<HeatCell> cellAt(QPointF point) const;
  /// The rectangle of a cell, in the viewport's pixels.
  [[nodiscard]] QRectF rectOf(HeatCell cell) const;
  /// Rank, step, value, median of the step, group; a fact a line.
  [[nodiscard]] QString textOf(HeatCell cell) const;
  void zoomRows(double factor, int around);
  void zoomColumns(double factor, int around);
  void showAll();

 Q_SIGNALS:
  void currentChanged();
  void cellActivated(kernline::HeatCell cell);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  [[nodiscard]] bool isEmpty() const { return !m_heat.map || m_heat.map->steps().empty() || m_heat.map->ranks() == 0; }
  [[nodiscard]] QRect grid() const;
  [[nodiscard]] int headHeight() const;
  [[nodiscard]] int groupWidth() const;
  [[nodiscard]] int rankWidth() const;
  void layOutAgain();
  void updateScrollBars();
  void reveal(HeatCell cell);
  [[nodiscard]] std::optional<HeatCell> neighbor(int key, Qt::KeyboardModifiers modifiers) const;
  void paintHead(QPainter& painter) const;
  void paintRanks(QPainter& painter) const;
  void paintGroups(QPainter& painter) const;

  ShownHeat m_heat;
  std::vector<std::size_t> m_rowOf;  // row of each place
  HeatScale m_rows;
  HeatScale m_columns;
  QImage m_image;  // picture of the grid; null until drawn
  std::optional<HeatCell> m_current;
  std::optional<QPoint> m_pressed;
  bool m_isDragged = false;
};

}  // namespace kernline::ui
