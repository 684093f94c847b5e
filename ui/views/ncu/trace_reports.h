// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about reports of Nsight Compute that are joined to a trace.
#pragma once

#include "core/analysis/ncu/measured_kernels.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

/// Reports of Nsight Compute that may be of the program of one open trace: those that the user names, that are open
/// with it, or that are with it in an open folder. They are read and joined off the GUI thread.
class TraceReports : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Joins them anew. nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Sets reports that are open or next to the trace; a report without a log is still to be read.
  void setBeside(std::vector<NcuReport> beside);
  /// Reads the files that the user names, and reports the outcome.
  void addReports(const QStringList& paths);

  /// Returns the kernels measured in the reports that fit; nullptr if none does, or that is not known yet.
  [[nodiscard]] const std::shared_ptr<const MeasuredKernels>& measured() const { return m_measured; }
  [[nodiscard]] bool isBusy() const { return m_joining.isRunning(); }

 Q_SIGNALS:
  void changed();
  /// The outcome of joining the named reports, or those next to the trace that have kernels of it, in a sentence.
  void reportsRead(const QString& outcome);

 private:
  struct Joined {
    std::vector<NcuReport> reports;  ///< read
    std::shared_ptr<const MeasuredKernels> measured;
  };

  void join();
  void take(Joined joined);
  void refuse(const Error& error);
  [[nodiscard]] static Expected<Joined> joined(const std::shared_ptr<const Trace>& trace,
                                               std::vector<NcuReport> reports, const std::vector<std::string>& named,
                                               const std::stop_token& stop);

  std::shared_ptr<const Trace> m_trace;
  std::vector<NcuReport> m_beside;
  std::vector<std::string> m_named;
  std::vector<NcuReport> m_read;  // named reports, and those next to the trace
  std::shared_ptr<const MeasuredKernels> m_measured;
  bool m_isToTell = false;  // the outcome for reports that the user named
  Job<Joined> m_joining;
};

}  // namespace kernline::ui
