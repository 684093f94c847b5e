// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace kernline {

class MeasuredKernels;
}

namespace kernline::ui {

class FactGrid;

/// What Nsight Compute measured of the launch, or the recorder counted, and what the timeline says beside it; empty
/// where neither did.
[[nodiscard]] std::vector<Fact> measuredFacts(const Trace& trace, const MeasuredKernels& measured, SpanId span);

/// These facts of a kernel. Hidden where no report has its launch.
class MeasuredSection : public QWidget {
  Q_OBJECT

 public:
  explicit MeasuredSection(QWidget* parent = nullptr);

  void showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear() { hide(); }

 private:
  QLabel* m_heading = nullptr;
  FactGrid* m_facts = nullptr;
};

}  // namespace kernline::ui
