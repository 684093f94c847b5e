// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QtCharts/QChartView>

#include <vector>

namespace kernline::ui {

/// Charts of runs: a roofline with the device's ceilings, or a sweep's medians as curves.
class RunChart : public QChartView {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);

  /// False: no run counts both bytes and FLOPs, or no ceiling was measured; nothing is drawn.
  bool showRoofline(const std::vector<RunFigures>& runs);
  /// False: there are fewer than two values of any parameter.
  bool showSweep(const std::vector<RunFigures>& runs);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyStyle();
  void begin();

  std::vector<RunFigures> m_runs;
  bool m_isSweep = false;
};

/// The parameters whose values differ between runs, the one with the most values first.
[[nodiscard]] QStringList sweptParameters(const std::vector<RunFigures>& runs);

}  // namespace kernline::ui
