// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/plain_chart.h"
#include "ui/views/logs/chart_data.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Draws ChartData: bars, a ring or a Pareto chart. The pointer shows figures, a click goes to the rows; so do the
/// arrow keys and Enter. Never a timeline: bars are in the order of their size.
class LogChart : public PlainChart {
  Q_OBJECT

 public:
  explicit LogChart(QWidget* parent = nullptr);

  void showChart(ChartData data);
  [[nodiscard]] const ChartData& data() const { return m_data; }
  /// Highlights the bar of the row that is selected in the table.
  void markRow(std::optional<std::uint32_t> row);
  /// Returns how many bars there is room for.
  [[nodiscard]] std::size_t room(ChartKind kind) const;
  /// The clickable area of a bar, in the viewport's pixels.
  [[nodiscard]] QRectF barRect(std::size_t bar) const;
  [[nodiscard]] QString tipOf(std::size_t bar) const;

 Q_SIGNALS:
  void rowsRequested(const std::vector<std::uint32_t>& rows);
  void capacityChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  static constexpr double ringHole = 0.58;  ///< share of a ring's radius

  void rebuild() override;
  void buildBars();
  void buildRing();
  void buildPareto();
  void setCurrent(std::optional<std::size_t> bar);
  void request(std::size_t bar);
  [[nodiscard]] std::optional<std::size_t> barAt(const QPointF& place) const;
  [[nodiscard]] QPointF ringCenter() const;
  [[nodiscard]] double ringRadius() const;
  [[nodiscard]] QColor colorOf(std::size_t bar) const;
  void drawBarTexts(QPainter& painter);
  void drawRing(QPainter& painter);

  ChartData m_data;
  std::optional<std::uint32_t> m_marked;
  std::optional<std::size_t> m_current;  // item under the pointer or the keyboard
  double m_axisMax = 1;                  // end of the value axis
  std::size_t m_room = 0;
};

}  // namespace kernline::ui
