// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/span_origin.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>
#include <vector>

class QVBoxLayout;

namespace kernline::ui {

struct SpanLink;

/// Section on the causes of a span: its module, the operator of the forward pass, and the Python stack, each a link.
/// Hidden if unknown.
class OriginSection : public QWidget {
  Q_OBJECT

 public:
  explicit OriginSection(QWidget* parent = nullptr);

  void showOriginOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 private:
  void fill();
  void empty();
  void addStack(const QString& title, const std::vector<StackFrame>& stack);
  void addLinks(const QString& title, const std::vector<SpanLink>& links);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<TraceAnalysis> m_causes;  // analysis of the trace, cached for the next span
  SpanId m_span = SpanId::none;
  SpanOrigin m_origin;
  bool m_showsAll = false;  // frames, also those that are only on the way
  Job<SpanOrigin> m_reading;
  QVBoxLayout* m_rows = nullptr;
};

}  // namespace kernline::ui
