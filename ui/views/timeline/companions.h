// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/timeline/match_set.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace kernline::ui {

class TimelineSelection;

/// The spans that are lit with the selected one: what belongs to it, else what else bears its name, found by a worker.
class Companions : public QObject {
  Q_OBJECT

 public:
  /// `selection` must outlive this.
  explicit Companions(const TimelineSelection& selection);

  /// Removes all highlights, and forgets which spans belong together. Emits no signal: the scene does once it is
  /// complete.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Sets the source of a span's companions, in ascending order, if they are more than its namesakes: the parts of a
  /// collective on all ranks. Empty if there are none. Dropped with the trace.
  void setSource(std::function<std::vector<SpanId>(SpanId)> companionsOf);
  [[nodiscard]] const MatchSet& spans() const { return m_spans; }

 Q_SIGNALS:
  void changed();

 private:
  void find();
  void light(MatchSet spans);

  const TimelineSelection& m_selection;
  std::shared_ptr<const Trace> m_trace;
  std::function<std::vector<SpanId>(SpanId)> m_companionsOf;
  MatchSet m_spans;
  Job<MatchSet> m_finding;
};

}  // namespace kernline::ui
