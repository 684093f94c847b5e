// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about data issues of a trace.
#pragma once

#include "core/analysis/quality/data_quality.h"
#include "ui/kit/jobs/job.h"

#include <QObject>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Data quality of a document's trace, checked off the GUI thread.
class TraceQuality : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Starts looking; what was found before is dropped. nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);

  /// Sets the SM use by the trace's launches, until another trace is set.
  void noteUse(const std::vector<SmUse>& use);

  /// Sets how much of its replayed graphs is joined to captures, until another trace is set.
  void noteGraphs(std::shared_ptr<const Trace> trace, std::shared_ptr<const GraphJoin> join);

  /// Ends looking; `look` begins again.
  void cancel() { m_looking = {}; }
  void look();

  /// nullptr until it is known.
  [[nodiscard]] const std::shared_ptr<const DataQuality>& issues() const { return m_issues; }
  [[nodiscard]] bool isBusy() const { return m_looking.isRunning(); }

 Q_SIGNALS:
  void changed();
  void begun();  ///< a check has begun

 private:
  void merge();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const DataQuality> m_found;  // issues except those by launches and captures in other files
  std::vector<SmUse> m_use;
  std::shared_ptr<const Trace> m_graphTrace;
  std::shared_ptr<const GraphJoin> m_graphs;
  std::shared_ptr<const DataQuality> m_issues;
  Job<std::shared_ptr<const DataQuality>> m_looking;
};

}  // namespace kernline::ui
