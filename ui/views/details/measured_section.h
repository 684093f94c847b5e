// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/launch_card.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_figures.h"
#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace kernline {

class MeasuredKernels;

}  // namespace kernline

namespace kernline::ui {

class FactGrid;
class LinkRow;
class QuietLabel;
class ShareBars;

/// Returns measurements of the launch by Nsight Compute or the recorder, next to those of the timeline; empty without
/// any. `work` is the known work of its algorithm.
[[nodiscard]] std::vector<Fact> measuredFacts(const Trace& trace, const MeasuredKernels& measured, SpanId span,
                                              const LaunchWork& work, const std::optional<Ceilings>& ceilings);

/// The card of a launch: these facts, the use of units, and the waits of its warps. For a kernel whose other launches
/// were counted it links to the nearest one; hidden if it was not measured.
class MeasuredSection : public QWidget {
  Q_OBJECT

 public:
  explicit MeasuredSection(QWidget* parent = nullptr);

  void showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  /// Shows the kernel's work by the model of its operator, for a launch whose recording does not contain it.
  void showModeled(const WorkFigures& figures);
  void clear();

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 private:
  void fill();
  void leadTo(SpanId counted);

  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  std::shared_ptr<const MeasuredKernels> m_measured;  // has the span; nullptr if nothing is shown
  LaunchWork m_work;
  std::optional<Ceilings> m_ceilings;  // ceilings of its GPU
  QLabel* m_heading = nullptr;
  FactGrid* m_facts = nullptr;
  QVBoxLayout* m_links = nullptr;  // links to a counted launch, where this one was not counted
  QuietLabel* m_unitsHeading = nullptr;
  ShareBars* m_units = nullptr;
  QuietLabel* m_statesHeading = nullptr;
  ShareBars* m_states = nullptr;
};

}  // namespace kernline::ui
