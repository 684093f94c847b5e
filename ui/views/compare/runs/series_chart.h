// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_series.h"
#include "core/compare/tables/axis_ticks.h"

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
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

/// Step time over a series of runs: the mean of each with its 95 % interval, the mean between changes, and each change
/// with how much slower or faster it made a step. Runs are labeled by name if there is room, else by number. A click on
/// a run requests it.
class SeriesChart : public QWidget {
  Q_OBJECT

 public:
  explicit SeriesChart(QWidget* parent = nullptr);

  void showSeries(std::shared_ptr<const ShownSeries> series);
  [[nodiscard]] QSize sizeHint() const override { return {800, 320}; }
  [[nodiscard]] QPointF placeOf(std::size_t run) const;
  /// The area of the runs.
  [[nodiscard]] QRectF room() const;
  /// The 95 % interval of a run, from below, as far as there is room; null where there is none.
  [[nodiscard]] QLineF intervalOf(std::size_t run) const;
  /// Returns the labels below the runs; empty if they are numbered.
  [[nodiscard]] QStringList shownNames() const { return m_names; }

 Q_SIGNALS:
  void runActivated(std::size_t run);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] double y(double ns) const;
  [[nodiscard]] std::optional<std::size_t> runAt(QPointF position) const;
  void nameRuns();
  void paintAxes(QPainter& painter) const;
  void paintNames(QPainter& painter) const;
  void paintNumbers(QPainter& painter) const;
  void paintSegments(QPainter& painter) const;
  void paintChanges(QPainter& painter) const;
  void paintRuns(QPainter& painter) const;

  std::shared_ptr<const ShownSeries> m_series;
  AxisRange m_axis;       // ns
  QStringList m_names;    // shown names, elided; empty for numbers
  bool m_slants = false;  // whether names slant because they would touch side by side
  double m_below = 0;     // height of the labels below the axis
};

}  // namespace kernline::ui
