// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about origins of replayed and compiled kernels in captures.
#pragma once

#include "core/analysis/compile/compiled_origins.h"
#include "core/analysis/graphs/graph_join.h"
#include "core/analysis/graphs/replayed_ops.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

/// Another profile of the run, in which graphs were captured.
struct CaptureFile {
  std::string path;
  std::shared_ptr<const Trace> trace;
};

/// Known origins of a trace's replayed and compiled kernels.
struct KnownOrigins {
  std::shared_ptr<const Trace> trace;
  std::vector<CaptureFile> captures;
  GraphJoin join;                          ///< join of the trace with itself and the captures
  std::shared_ptr<const ReplayedOps> ops;  ///< operators found by the join; names are those of the captures
  std::shared_ptr<CompiledOrigins> compiled;

  /// Returns a source by `CapturedBy::source`.
  [[nodiscard]] const Trace& source(std::uint32_t number) const {
    return number == 0 ? *trace : *captures[number - 1].trace;
  }
};

/// Looks for the origins of one open trace off the GUI thread: captures of its graphs, in it and in files that the user
/// names, and files that torch.compile wrote next to it.
class TraceOrigins : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Starts looking; captures that were read before stay. nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Reads profiles with captures and joins again.
  void addCaptures(const QStringList& paths);

  /// nullptr until it is known.
  [[nodiscard]] const std::shared_ptr<const KnownOrigins>& known() const { return m_known; }
  [[nodiscard]] bool isBusy() const { return m_looking.isRunning() || m_reading.isRunning(); }

 Q_SIGNALS:
  void changed();
  /// The outcome of reading captures, in a sentence.
  void capturesRead(const QString& outcome);

 private:
  void look();
  void reportOutcome();

  std::shared_ptr<const Trace> m_trace;
  std::vector<CaptureFile> m_captures;
  std::shared_ptr<const KnownOrigins> m_known;
  bool m_isToTell = false;  // captures were added
  Job<std::shared_ptr<const KnownOrigins>> m_looking;
  Job<std::vector<CaptureFile>> m_reading;
};

}  // namespace kernline::ui
