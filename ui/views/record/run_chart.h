// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QPointF>
#include <QtCharts/QChartView>

#include <vector>

class QPen;
class QValueAxis;

namespace kernline::ui {

struct SweepCurves;

/// Charts of runs: a roofline with the device's ceilings, a sweep's medians as curves, or its use of DRAM and tensor
/// pipes.
class RunChart : public QChartView {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);

  /// False if no run counts both bytes and FLOPs, or no ceiling was measured; then it draws nothing.
  bool showRoofline(const std::vector<RunFigures>& runs);
  /// False if there are fewer than two values of any parameter.
  bool showSweep(const std::vector<RunFigures>& runs);
  /// False as well, or if there are no counts.
  bool showUse(const std::vector<RunFigures>& runs);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyStyle();
  /// False if there is nothing to draw.
  bool draw();
  bool drawRoofline();
  bool drawSweep();
  bool drawUse();
  void addAxes(const SweepCurves& sweep, QValueAxis* y);
  void addCurve(const QString& name, const std::vector<QPointF>& points, const QPen& pen);

  enum class Kind { Roofline, Sweep, Use };
  std::vector<RunFigures> m_runs;
  Kind m_kind = Kind::Roofline;
};

}  // namespace kernline::ui
