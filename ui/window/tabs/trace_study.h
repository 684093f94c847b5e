// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <QObject>

#include <functional>
#include <memory>

namespace kernline {

class TraceAnalysis;
}

namespace kernline::ui {

class RooflineColors;
class TimelineView;
class TraceFigures;
class TraceOrigins;
class TraceReports;
class TraceSnapshots;
class TraceSteps;
class TraceQuality;

/// Derived data of an open trace, each in a part of its own: its steps, figures, data issues, the origins of its
/// replayed activity, what reports measured of its kernels, snapshots of its memory, the colors of device activity.
/// Hands what one of them finds to the others and to the timeline.
class TraceStudy : public QObject {
  Q_OBJECT

 public:
  /// `isGrowing`: the trace is a recording that goes on. `view` must outlive this.
  TraceStudy(TimelineView& view, std::function<bool()> isGrowing, QObject* parent);
  ~TraceStudy() override;

  [[nodiscard]] TraceSteps* steps() const { return m_steps; }
  [[nodiscard]] TraceFigures* figures() const { return m_figures; }
  [[nodiscard]] TraceQuality* quality() const { return m_quality; }
  [[nodiscard]] TraceOrigins* origins() const { return m_origins; }
  [[nodiscard]] TraceReports* reports() const { return m_reports; }
  [[nodiscard]] TraceSnapshots* snapshots() const { return m_snapshots; }
  [[nodiscard]] bool isBusy() const;

  /// A whole trace, that the timeline shows already; nullptr if none.
  void setTrace(const std::shared_ptr<const Trace>& trace);
  /// The timeline is about to show another trace, whose spans have other numbers.
  void forgetSpans();
  /// A recording goes on, or is over: what it had to do is colored once it is whole.
  void colorWork();
  /// A recording is over: the timeline shows its steps, too, which may have been found before that.
  void showSteps();
  /// Keeps the user's choice of steps in the settings, and restores it.
  void keepSteps();

 Q_SIGNALS:
  void causesChanged();  ///< emitted when other steps were chosen, or captures or reports joined in the whole trace

 private:
  void showOrigins();
  void showMeasured();

  TimelineView& m_view;
  std::function<bool()> m_isGrowing;
  std::shared_ptr<TraceAnalysis> m_causes;  // analysis of the last whole trace
  bool m_keepsSteps = false;

  TraceSteps* m_steps;
  TraceFigures* m_figures;
  TraceQuality* m_quality;
  TraceOrigins* m_origins;
  TraceReports* m_reports;
  TraceSnapshots* m_snapshots;
  RooflineColors* m_colors;
};

}  // namespace kernline::ui
