// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/point_chart.h"
#include "ui/views/work/roof_labels.h"
#include "ui/views/work/work_table.h"

#include <cstddef>
#include <memory>
#include <vector>

class QLineSeries;

namespace kernline::ui {

/// Rows of work by intensity and FLOP rate, under the roofs of the device: its memory's bandwidth and the peak of each
/// type that is used. As large as their time, in the color of their kernel family. Points are numbered as the rows of
/// the table; those without FLOPs are not in it.
class RooflineChart : public PointChart {
  Q_OBJECT

 public:
  explicit RooflineChart(QWidget* parent = nullptr);

  /// nullptr if there is nothing to show.
  void setTable(std::shared_ptr<const WorkTable> table);
  [[nodiscard]] QString emptySentence() const override;
  /// Returns the labels of the roofs, as drawn along them. Roofs without room for one are dashed, and in the legend.
  [[nodiscard]] const std::vector<RoofLabel>& roofLabels() const { return m_labels; }

 protected:
  [[nodiscard]] std::vector<Point> makePoints() const override;
  void addAxes() override;
  void updateLegend() override;
  [[nodiscard]] int roomAbovePlot() const override;
  void drawPoints(QPainter& painter) const override;
  void drawPoint(QPainter& painter, const Point& point, double radius) const override;
  void drawNotes(QPainter& painter) const override;
  [[nodiscard]] QColor colorOf(std::size_t row) const override;
  [[nodiscard]] HoverCard cardOf(std::size_t row) const override;

 private:
  struct Roof {
    QString text;
    QPointF from;  ///< FLOP/byte, FLOP/s
    QPointF to;
  };

  void addFamilies();
  void addRoofs();
  [[nodiscard]] std::vector<RoofLabel> placedLabels() const;
  /// Returns the roof of memory, and those of arithmetic from the top down.
  [[nodiscard]] std::vector<Roof> roofs() const;
  [[nodiscard]] double highestPeak() const;
  [[nodiscard]] double rateUnit() const;  ///< unit of the axis, in FLOP/s
  [[nodiscard]] QColor colorOfFamily(KernelFamily family) const;

  std::shared_ptr<const WorkTable> m_table;
  std::vector<QLineSeries*> m_lines;  ///< a roof each
  std::vector<RoofLabel> m_labels;
};

}  // namespace kernline::ui
