// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QChartView>

#include <memory>
#include <optional>
#include <vector>

class QCategoryAxis;

namespace kernline::ui {

/// A matrix as lines over its columns: markers that differ in shape, error bars, fits, crossings, and a cross at the
/// axis where a run failed. Hover shows the card of a mark; a click requests its line.
class ComparisonPlot : public QChartView {
  Q_OBJECT

 public:
  explicit ComparisonPlot(QWidget* parent = nullptr);

  /// One of many: small marks, titles of axes and names of failures left out.
  void setSmall();
  /// nullptr for none.
  void showMatrix(std::shared_ptr<const ShownMatrix> matrix);
  [[nodiscard]] const ComparisonChart* shown() const { return m_matrix ? &m_matrix->chart : nullptr; }

  /// A mark on the chart, in the widget's pixels.
  struct Mark {
    QPointF at;
    std::size_t row = 0;  ///< row of the pivot
    std::size_t column = 0;
    bool isFailure = false;
    QString text;
  };
  [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }

 Q_SIGNALS:
  void cellActivated(std::size_t row, std::size_t column);

 protected:
  bool viewportEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  void rebuild();
  void labelAxes();
  void addLine(const std::vector<QPointF>& points, std::size_t row, bool isFit);
  void placeMarks();
  void drawBars(QPainter& painter) const;
  [[nodiscard]] QPointF placeOf(double x, double y) const;  ///< 0 to 1 on both axes
  [[nodiscard]] QPointF pixelOf(double x, double y) const;
  [[nodiscard]] const Mark* markAt(QPointF position) const;

  std::shared_ptr<const ShownMatrix> m_matrix;
  bool m_isSmall = false;
  QCategoryAxis* m_x = nullptr;
  QCategoryAxis* m_y = nullptr;
  std::vector<Mark> m_marks;
  std::vector<Mark> m_crossings;
};

}  // namespace kernline::ui
