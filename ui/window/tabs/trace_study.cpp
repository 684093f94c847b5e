// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/trace_study.h"

#include "core/analysis/causes/trace_analysis.h"
#include "ui/views/memory/trace_snapshots.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/views/origins/trace_origins.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/work/roofline_colors.h"
#include "ui/window/tabs/free_later.h"
#include "ui/window/tabs/kept_steps.h"

#include <utility>

namespace kernline::ui {

TraceStudy::TraceStudy(TimelineView& view, std::function<bool()> isGrowing, QObject* parent)
    : QObject(parent),
      m_view(view),
      m_isGrowing(std::move(isGrowing)),
      m_steps(new TraceSteps(this)),
      m_figures(new TraceFigures(this)),
      m_quality(new TraceQuality(this)),
      m_origins(new TraceOrigins(this)),
      m_reports(new TraceReports(this)),
      m_snapshots(new TraceSnapshots(this)),
      m_colors(new RooflineColors(this)) {
  connect(m_steps, &TraceSteps::changed, this, &TraceStudy::showSteps);
  connect(m_origins, &TraceOrigins::changed, this, &TraceStudy::showOrigins);
  connect(m_reports, &TraceReports::changed, this, &TraceStudy::showMeasured);
  connect(m_colors, &RooflineColors::changed, this, [this] { m_view.scene().setWorkColors(m_colors->colors()); });
  connect(m_figures, &TraceFigures::changed, this, [this] {
    if (!m_view.chosenRange()) {
      m_quality->noteUse(m_figures->smUse());
    }
  });
  connect(m_figures, &TraceFigures::notesChanged, this, [this] { m_view.scene().setDeviceNotes(m_figures->notes()); });
  connect(m_figures, &TraceFigures::pathChanged, this, [this] { m_view.scene().setPathNotes(m_figures->path()); });
  connect(&view, &TimelineView::chosenRangeChanged, this, [this] { m_figures->setRange(m_view.chosenRange()); });
}

TraceStudy::~TraceStudy() {
  freeLater(std::move(m_causes));
}

bool TraceStudy::isBusy() const {
  return m_steps->isBusy() || m_figures->isBusy() || m_quality->isBusy() || m_origins->isBusy() ||
         m_reports->isBusy() || m_snapshots->isBusy() || m_colors->isBusy();
}

void TraceStudy::setTrace(const std::shared_ptr<const Trace>& trace) {
  if (trace == nullptr || m_causes == nullptr || &m_causes->trace() != trace.get()) {
    freeLater(std::exchange(m_causes, trace != nullptr ? causesOf(trace) : nullptr));
  }
  m_quality->setTrace(trace);
  m_origins->setTrace(trace);
  m_reports->setTrace(trace);
  m_snapshots->setTrace(trace);
  m_figures->setTrace(trace);
  // Steps that a person chose here, else of the last trace of this kind.
  if (trace != nullptr && m_keepsSteps && !m_steps->wish()) {
    m_steps->setWish(KeptSteps::of(*trace));
  }
  m_steps->setTrace(trace);
  colorWork();
}

void TraceStudy::forgetSpans() {
  m_quality->setTrace(nullptr);
  m_origins->setTrace(nullptr);
  m_reports->setTrace(nullptr);
  m_colors->setTrace(nullptr);
}

void TraceStudy::keepSteps() {
  m_keepsSteps = true;
  connect(m_steps, &TraceSteps::chosen, this, [this] { KeptSteps::keep(*m_steps->trace(), m_steps->wish()); });
}

/// Shows the steps. While a recording grows the timeline keeps those that the trace itself has: others would come and
/// go.
void TraceStudy::showSteps() {
  m_figures->setSteps(m_steps->found());
  if (m_view.trace() == m_steps->trace() && (!m_isGrowing() || m_steps->found()->source == StepSource::Recorded)) {
    m_view.scene().setSteps(m_steps->found());
  }
  if (m_causes != nullptr && &m_causes->trace() == m_steps->trace().get()) {
    m_causes->setSteps(m_steps->found());
    m_figures->renewPath();
    Q_EMIT causesChanged();
  }
}

void TraceStudy::showOrigins() {
  const auto known = m_origins->known();
  if (!known) {
    return;
  }
  m_quality->noteGraphs(known->trace, std::shared_ptr<const GraphJoin>(known, &known->join));
  // Without captures it is what was known before.
  if (m_causes != nullptr && &m_causes->trace() == known->trace.get() && !known->captures.empty()) {
    m_causes->setReplayedOps(std::shared_ptr<const ReplayedOps>(known, known->ops.get()));
    Q_EMIT causesChanged();
  }
}

void TraceStudy::showMeasured() {
  if (m_causes != nullptr) {
    m_causes->setMeasured(m_reports->measured());
    Q_EMIT causesChanged();
  }
}

void TraceStudy::colorWork() {
  m_colors->setTrace(m_isGrowing() ? nullptr : m_view.trace());
}

}  // namespace kernline::ui
