// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/current_trace.h"

#include "ui/views/memory/trace_snapshots.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/origins/trace_origins.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/scene_history.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/range_strip.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <utility>

namespace kernline::ui {

CurrentTrace::CurrentTrace(const FileTabs& tabs, QObject* parent) : QObject(parent), m_tabs(tabs) {}

TraceTab* CurrentTrace::tab() const {
  return m_tabs.currentTrace();
}

TimelineView* CurrentTrace::view() const {
  return tab() != nullptr ? tab()->view() : nullptr;
}

TraceSteps* CurrentTrace::steps() const {
  return tab() != nullptr ? tab()->study()->steps() : nullptr;
}

std::shared_ptr<const Trace> CurrentTrace::trace() const {
  return tab() != nullptr ? tab()->trace() : nullptr;
}

std::shared_ptr<const Trace> CurrentTrace::whole() const {
  return tab() != nullptr && tab()->state() == FileTab::State::Ready ? tab()->trace() : nullptr;
}

SpanId CurrentTrace::selection() const {
  return trace() ? view()->selection() : SpanId::none;
}

std::optional<TimeRange> CurrentTrace::chosenRange() const {
  return trace() ? view()->chosenRange() : std::nullopt;
}

void CurrentTrace::refresh() {
  follow(tab());
  Q_EMIT changed();
}

void CurrentTrace::follow(TraceTab* tab) {
  if (tab == m_followed) {
    return;
  }
  for (const QMetaObject::Connection& connection : std::exchange(m_connections, {})) {
    disconnect(connection);
  }
  m_followed = tab;
  if (tab == nullptr) {
    return;
  }
  const TimelineView* view = tab->view();
  const TraceStudy* study = tab->study();
  const TimelineScene* scene = &view->scene();
  m_connections = {
      connect(tab, &TraceTab::pageChanged, this, &CurrentTrace::pageChanged),
      connect(tab, &TraceTab::grown, this, &CurrentTrace::grown),
      connect(tab, &TraceTab::liveChanged, this, &CurrentTrace::liveChanged),
      connect(study, &TraceStudy::causesChanged, this, &CurrentTrace::causesChanged),
      connect(tab, &TraceTab::issuesRequested, this, &CurrentTrace::issuesRequested),
      connect(view, &TimelineView::selectionChanged, this, &CurrentTrace::selectionChanged),
      connect(view, &TimelineView::visibleRangeChanged, this,
              [this](TimeRange range) {
                if (trace()) {
                  Q_EMIT visibleRangeChanged(range);
                }
              }),
      connect(view, &TimelineView::chosenRangeChanged, this, &CurrentTrace::chosenRangeChanged),
      connect(scene, &TimelineScene::stepsChanged, this, &CurrentTrace::stepsChanged),
      connect(&scene->selection(), &TimelineSelection::stepChanged, this, &CurrentTrace::selectedStepChanged),
      connect(view, &TimelineView::stepsMenuRequested, this, &CurrentTrace::stepsMenuRequested),
      connect(study->steps(), &TraceSteps::candidatesChanged, this, &CurrentTrace::stepCandidatesChanged),
      connect(view, &TimelineView::spanMenuRequested, this, &CurrentTrace::spanMenuRequested),
      connect(&scene->arranger(), &RowArranger::changed, this, &CurrentTrace::arrangementChanged),
      connect(&view->history(), &SceneHistory::changed, this, &CurrentTrace::historyChanged),
      connect(&scene->matches(), &ShownMatches::onlyChanged, this, &CurrentTrace::onlyMatchesChanged),
      connect(study->quality(), &TraceQuality::changed, this, &CurrentTrace::issuesChanged),
      connect(tab->rangeStrip(), &RangeStrip::keepRequested, this, &CurrentTrace::noteRequested),
      connect(tab->notes(), &TraceNotes::changed, this, &CurrentTrace::notesChanged),
      connect(tab->notes(), &TraceNotes::failed, this, &CurrentTrace::notesFailed),
      connect(study->origins(), &TraceOrigins::capturesRead, this, &CurrentTrace::capturesRead),
      connect(study->reports(), &TraceReports::reportsRead, this, &CurrentTrace::reportsRead),
      connect(study->snapshots(), &TraceSnapshots::snapshotsRead, this, &CurrentTrace::snapshotsRead),
      connect(study->snapshots(), &TraceSnapshots::changed, this, &CurrentTrace::snapshotsJoined),
  };
}

void CurrentTrace::goTo(SpanId span) {
  if (!trace()) {
    return;
  }
  if (span == SpanId::none) {
    Q_EMIT nothingLinked();
    return;
  }
  tab()->showPage(TraceTab::Page::Timeline);
  view()->select(span, true);
}

}  // namespace kernline::ui
