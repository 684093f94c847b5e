// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/counted_launches.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/overview/overview_figures.h"
#include "ui/views/timeline/path_notes.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The figures of a document's trace, computed off the GUI thread on demand.
class TraceFigures : public QObject {
  Q_OBJECT

 public:
  explicit TraceFigures(QObject* parent = nullptr);
  ~TraceFigures() override;

  /// Drops what is known of the trace before; nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// The steps to break down. The work begins once they are known.
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  /// Figures of this range only; nullopt for those of the whole trace. Those of the range before stay until the new
  /// ones are there.
  void setRange(std::optional<TimeRange> range);
  /// Works out anew what there is: kernels are of other families now.
  void recount();
  /// Starts what has not been.
  void requestFigures();
  void requestNotes();
  void requestPath();
  /// The critical path is that of other steps now.
  void renewPath();
  /// Sets the path of a replay, which is known from it. It stays as it is until there is another trace.
  void setPath(std::shared_ptr<const PathNotes> path);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  /// nullptr until they are there.
  [[nodiscard]] const std::shared_ptr<const OverviewFigures>& figures() const { return m_figures; }
  /// Returns notes on the whole trace, independent of the range; nullptr until computed.
  [[nodiscard]] const std::shared_ptr<const DeviceNotes>& notes() const { return m_notes; }
  /// nullptr until it is there.
  [[nodiscard]] const std::shared_ptr<const PathNotes>& path() const { return m_path; }
  /// Returns SM use by device; empty until read.
  [[nodiscard]] const std::vector<SmUse>& smUse() const { return m_smUse; }
  /// Returns phases by device; empty until computed.
  [[nodiscard]] const DevicePhases& phases() const { return m_phases; }
  /// Returns the recorder's counts of kernels; nullptr until read, or if there are none.
  [[nodiscard]] const std::shared_ptr<const CountedLaunches>& counted() const { return m_counted; }
  /// Returns the reason why there are none; empty otherwise.
  [[nodiscard]] const QString& failure() const { return m_failure; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void changed();
  void notesChanged();
  void pathChanged();

 private:
  struct Use {
    std::shared_ptr<const DeviceShapes> shapes;
    std::vector<SmUse> use;
    std::shared_ptr<const CountedLaunches> counted;
  };

  void work();
  void take(Expected<std::shared_ptr<const OverviewFigures>> figures);
  void readUse();
  void findPhases();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const FoundSteps> m_steps;
  std::optional<TimeRange> m_range;
  bool m_isWanted = false;
  QTimer m_rangeSettled;
  std::shared_ptr<const OverviewFigures> m_figures;
  std::shared_ptr<const DeviceNotes> m_notes;
  std::shared_ptr<const PathNotes> m_path;
  bool m_isPathSet = false;                      // whether `setPath` was called
  std::shared_ptr<const DeviceShapes> m_shapes;  // read once, whatever the range
  std::vector<SmUse> m_smUse;
  std::shared_ptr<const CountedLaunches> m_counted;  // read once
  DevicePhases m_phases;
  QString m_failure;
  Job<std::shared_ptr<const OverviewFigures>> m_working;
  Job<std::shared_ptr<const DeviceNotes>> m_noting;
  Job<std::shared_ptr<const PathNotes>> m_walking;
  Job<Use> m_reading;
  Job<DevicePhases> m_finding;
};

}  // namespace kernline::ui
