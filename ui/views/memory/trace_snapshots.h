// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/memory/memory_source.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Memory snapshots that the user joined to an open trace: of its process, by time and addresses. Read off the GUI
/// thread.
class TraceSnapshots : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// The whole trace; nullptr if there is none. Joined snapshots stay, for it may be the same file read again.
  void setTrace(std::shared_ptr<const Trace> trace) { m_trace = std::move(trace); }
  /// Reads them, joins those that have a place on the trace, and reports the outcome.
  void addSnapshots(const QStringList& paths);

  [[nodiscard]] const std::vector<MemorySource>& joined() const { return m_joined; }
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void changed();
  /// The outcome of joining, in a sentence.
  void snapshotsRead(const QString& outcome);

 private:
  struct Read {
    std::vector<MemorySource> placed;
    QString outcome;
  };

  [[nodiscard]] static Expected<Read> read(const Trace& trace, const QStringList& paths, const std::stop_token& stop);
  void take(Read read);

  std::shared_ptr<const Trace> m_trace;
  std::vector<MemorySource> m_joined;
  Job<Read> m_reading;
};

}  // namespace kernline::ui
