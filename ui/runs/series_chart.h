// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/axis_ticks.h"
#include "core/runs/run_series.h"

#include <QPointF>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>

namespace kernline::ui {

/// The runs of a series with what was found in them.
struct ShownSeries {
  RunComparison comparison;
  RunSeries series;
};

/// Step time over a series of runs: a point and the noise of each, the mean between changes, and each change with how
/// much slower or faster it made a step. A click on a run asks for it.
class SeriesChart : public QWidget {
  Q_OBJECT

 public:
  explicit SeriesChart(QWidget* parent = nullptr);

  void showSeries(std::shared_ptr<const ShownSeries> series);
  [[nodiscard]] QSize sizeHint() const override { return {800, 320}; }
  [[nodiscard]] QPointF placeOf(std::size_t run) const;

 Q_SIGNALS:
  void runActivated(std::size_t run);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  [[nodiscard]] QRectF room() const;
  [[nodiscard]] double y(double ns) const;
  [[nodiscard]] std::optional<std::size_t> runAt(QPointF position) const;
  void paintAxes(QPainter& painter) const;
  void paintSegments(QPainter& painter) const;
  void paintChanges(QPainter& painter) const;
  void paintRuns(QPainter& painter) const;

  std::shared_ptr<const ShownSeries> m_series;
  AxisRange m_axis;  // ns
};

}  // namespace kernline::ui
