// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/timeline/work_colors.h"

#include <QObject>

#include <memory>

namespace kernline::ui {

/// Setting of whether timelines color device activities by their share of the roofline: chosen for all traces.
class TimelineColoring : public QObject {
  Q_OBJECT

 public:
  static TimelineColoring& shared();

  [[nodiscard]] bool isByRoofline() const { return m_isByRoofline; }
  /// `changed` follows if it is another one.
  void setByRoofline(bool isByRoofline);

 Q_SIGNALS:
  void changed();

 private:
  bool m_isByRoofline = false;
};

/// The colors of the device activity of a trace by the choices in force, computed off the GUI thread, and only on
/// demand.
class RooflineColors : public QObject {
  Q_OBJECT

 public:
  explicit RooflineColors(QObject* parent = nullptr);
  ~RooflineColors() override;

  /// nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// nullptr for those of names. Those of the device before stay until others are there.
  [[nodiscard]] const std::shared_ptr<const WorkColors>& colors() const { return m_colors; }
  [[nodiscard]] bool isBusy() const { return m_working.isRunning(); }

 Q_SIGNALS:
  void changed();

 private:
  void restart();
  void take(std::shared_ptr<const WorkColors> colors);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const WorkColors> m_colors;
  Job<std::shared_ptr<const WorkColors>> m_working;
};

}  // namespace kernline::ui
