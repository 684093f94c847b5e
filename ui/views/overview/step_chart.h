// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/overview/place.h"
#include "ui/views/overview/step_bins.h"

#include <QtCharts/QChartView>

#include <map>
#include <memory>
#include <vector>

namespace kernline::ui {

/// The parts of each step as stacked bars; thousands of steps are shown as means of neighbors.
/// If several processes have steps, those of one are side by side.
class StepChart : public QChartView {
  Q_OBJECT

 public:
  explicit StepChart(QWidget* parent = nullptr);

  /// `trace` names the steps.
  void setSteps(std::shared_ptr<const Trace> trace, std::vector<StepParts> steps);
  /// The number of steps in a bar; 1 while there are few.
  [[nodiscard]] std::size_t stepsPerBar() const;
  [[nodiscard]] QSize sizeHint() const override;

 Q_SIGNALS:
  void placeRequested(kernline::ui::Place place);

 protected:
  bool viewportEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void orderByProcess();
  void rebuild();
  /// The bar at a point of the viewport; nullptr between and above bars.
  [[nodiscard]] const StepBin* binAt(QPoint position) const;
  [[nodiscard]] QString tipOf(const StepBin& bin) const;
  [[nodiscard]] QString nameOf(const StepBin& bin) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<StepParts> m_steps;
  std::vector<StepBin> m_bins;
  std::map<ProcessId, QString> m_processes;  // titles, if there are several
};

}  // namespace kernline::ui
