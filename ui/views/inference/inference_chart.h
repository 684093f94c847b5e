// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/point_chart.h"
#include "ui/views/inference/inference_axes.h"
#include "ui/views/inference/inference_table.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

/// Iterations as points, each kind in its color and shape. Points are numbered as the steps of the table.
class InferenceChart : public PointChart {
  Q_OBJECT

 public:
  explicit InferenceChart(QWidget* parent = nullptr);

  /// nullptr if there is nothing to show.
  void setTable(std::shared_ptr<const InferenceTable> table);
  void setAxes(InferenceX x, InferenceY y);
  [[nodiscard]] QString emptySentence() const override;

 protected:
  [[nodiscard]] std::vector<Point> makePoints() const override;
  void addAxes() override;
  void drawPoints(QPainter& painter) const override;
  void drawPoint(QPainter& painter, const Point& point, double radius) const override;
  [[nodiscard]] QColor colorOf(std::size_t step) const override;
  [[nodiscard]] HoverCard cardOf(std::size_t step) const override;

 private:
  void addSeries();
  [[nodiscard]] QColor colorOfKind(InferenceKind kind) const;

  std::shared_ptr<const InferenceTable> m_table;
  InferenceX m_x = InferenceX::Requests;
  InferenceY m_y = InferenceY::Iteration;
};

}  // namespace kernline::ui
