// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace kernline {

class MeasuredKernels;
}

namespace kernline::ui {

class FactGrid;

/// What Nsight Compute measured of the launch, and what the timeline says beside it; empty where no report is joined.
[[nodiscard]] std::vector<Fact> measuredFacts(const Trace& trace, const MeasuredKernels& measured, SpanId span);

/// These facts of a kernel. Hidden where no report has its launch.
class MeasuredSection : public QWidget {
  Q_OBJECT

 public:
  explicit MeasuredSection(QWidget* parent = nullptr);

  void showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear() { hide(); }

 private:
  FactGrid* m_facts = nullptr;
};

}  // namespace kernline::ui
