// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/work/span_work.h"

#include <QWidget>

#include <memory>

namespace kernline::ui {

class FactGrid;

/// Section on the work of a kernel or an operator, and its share of the roofline. Hidden if unknown.
class WorkSection : public QWidget {
  Q_OBJECT

 public:
  explicit WorkSection(QWidget* parent = nullptr);

  void showWorkOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  /// Updates the section: its work has changed, or it is compared with another device.
  void refresh();
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void workFound(const kernline::WorkFigures& figures);  ///< passes the figures of the visible span

 private:
  void fill(const SpanWork& work);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<TraceAnalysis> m_causes;  // analysis of the trace, cached for the next span
  SpanId m_span = SpanId::none;
  Job<SpanWork> m_reading;
  FactGrid* m_facts = nullptr;
};

}  // namespace kernline::ui
