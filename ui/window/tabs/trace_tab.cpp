// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/trace_tab.h"

#include "core/import/follow/growing_trace.h"
#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"
#include "core/open/remote/open_remote.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/notes/note_marks.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/overview/overview_page.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/live_strip.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/kept_place.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/start/startup_clock.h"
#include "ui/window/tabs/free_later.h"
#include "ui/window/tabs/missing_strip.h"
#include "ui/window/tabs/only_strip.h"
#include "ui/window/tabs/range_strip.h"
#include "ui/window/tabs/replayed_strip.h"
#include "ui/window/tabs/sight_reading.h"
#include "ui/window/tabs/title_width.h"
#include "ui/window/tabs/trace_study.h"

#include <QApplication>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

TraceTab::TraceTab(const QString& path, QWidget* parent) : FileTab(path, parent) {
  m_view = new TimelineView(this);
  m_range = new RangeStrip(*m_view, this);
  m_only = new OnlyStrip(*m_view, this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);
  layout()->addWidget(m_only);
  layout()->addWidget(m_range);
  setFocusProxy(m_view);
  m_notes = new TraceNotes(path, this);
  m_noteMarks = new NoteMarks(*m_notes, *m_view, this);
  m_ranks = new TraceRanks(*m_view, this);
  m_study = new TraceStudy(*m_view, [this] { return m_live != nullptr && !m_live->isOver(); }, this);
  auto* missing = new MissingStrip(*m_study->quality(), this);
  static_cast<QVBoxLayout*>(layout())->insertWidget(layout()->indexOf(m_view), missing);
  m_replayed = new ReplayedStrip(this);
  static_cast<QVBoxLayout*>(layout())->insertWidget(layout()->indexOf(m_view), m_replayed);
  connect(m_replayed, &ReplayedStrip::indexReady, this, &TraceTab::showOtherTimes);
  connect(m_replayed, &ReplayedStrip::changed, this, &TraceTab::pageChanged);
  connect(missing, &MissingStrip::issuesRequested, this, &TraceTab::issuesRequested);
  m_reading = new SightReading(*m_view, this);
  connect(missing, &MissingStrip::allRequested, m_reading, &SightReading::wantAll);
  connect(m_reading, &SightReading::moreWanted, this, &TraceTab::reload);
  connect(m_ranks, &TraceRanks::traceChanged, this, &TraceTab::showWhole);
  connect(m_ranks, &TraceRanks::stateChanged, this, &TraceTab::stateChanged);
  connect(m_ranks, &TraceRanks::timelineRequested, this, [this] { showPage(Page::Timeline); });
  m_notes->read();
}

TraceTab::~TraceTab() {
  delete std::exchange(m_live, nullptr);
  m_view->blockSignals(true);  // whoever listens may be half gone
  m_view->scene().silence();
  delete m_overview;   // it refers to the figures
  delete m_study;      // refers to the timeline
  delete m_noteMarks;  // refers to the timeline too
  m_view->setTrace(nullptr);
  delete m_ranks;
  freeLater(std::move(m_trace));
}

QString TraceTab::title() const {
  const std::shared_ptr<const RankSet>& ranks = m_ranks->set();
  return ranks ? counted(ranks->files.size(), tr("%2 · %1 rank"), tr("%2 · %1 ranks")).arg(FileTab::title())
               : FileTab::title();
}

QString TraceTab::summary() const {
  const auto& sources = m_trace->sources();
  return QStringList{
      counted(m_trace->spanCount(), tr("%1 span"), tr("%1 spans")),
      counted(m_trace->tracks().size(), tr("%1 track"), tr("%1 tracks")),
      sources.empty() ? FileTab::title() : qt(formatBytes(static_cast<std::int64_t>(sources.front().storedBytes)))}
      .join(QStringLiteral(" · "));
}

bool TraceTab::isBusy() const {
  return FileTab::isBusy() || m_noteMarks->isBusy() || m_ranks->isSettingClocks() || m_range->isBusy() ||
         m_study->isBusy() || m_finding.isRunning() || m_replayed->isBusy();
}

void TraceTab::takePreview(std::shared_ptr<const Trace> preview) {
  if (m_trace && !m_trace->isPreview()) {
    return;  // a reload: the whole of before says more than a part of now
  }
  markStartup("first preview arrived");
  markNextPaint(m_view, "preview painted");
  if (preview->isPreview()) {
    showPartialNotice();
  }
  showTrace(std::move(preview));
  Q_EMIT stateChanged();
}

void TraceTab::takeFile(OpenedFile file) {
  markStartup("whole trace arrived");
  markNextPaint(m_view, "whole trace painted");
  m_piped = std::move(file.piped);
  m_replayed->forget();
  showWhole(std::move(file.index));
  m_ranks->setRanks(std::move(file.ranks));
  followRecording();
}

void TraceTab::showWhole(std::shared_ptr<const QueryIndex> index) {
  if (m_trace != index->trace()) {
    showTrace(index->trace());
    m_view->setIndex(std::move(index));
  } else if (!m_view->scene().sharedIndex()) {
    m_view->setIndex(std::move(index));
  }
  m_study->setTrace(m_trace);
  requestNotes();
}

void TraceTab::keepChoices() {
  if (const int width = storedTitleWidth(); width > 0) {
    m_view->setTitleWidth(width);
  }
  connect(m_view, &TimelineView::titleWidthChanged, this, &storeTitleWidth);
  m_view->scene().arranger().keepArrangements();
  m_study->keepSteps();
}

/// A recording without an end may still be written.
void TraceTab::followRecording() {
  delete std::exchange(m_live, nullptr);
  if (isOpenRecording(*m_trace) && !isRemote(*m_trace)) {
    const std::string shown = path().toStdString();
    m_live = new LiveRecording(m_piped ? m_piped->path() : shown, shown, *m_view, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_live->strip());
    connect(m_live, &LiveRecording::indexUpdated, this,
            [this](const std::shared_ptr<const QueryIndex>& index, bool forAll) {
              if (forAll) {
                showWhole(index);
                Q_EMIT stateChanged();
                return;
              }
              showTrace(index->trace());
              m_view->setIndex(index);
              Q_EMIT grown();
            });
    connect(m_live, &LiveRecording::stateChanged, this, &TraceTab::takeLiveState);
    if (!isWritten()) {
      m_live->endWriting();
    }
    if (m_piped) {
      m_piped->onEnded([live = QPointer<LiveRecording>(m_live)] {
        GuiQueue::post([live] {
          if (live) {
            live->endWriting();
          }
        });
      });
    }
  }
  m_study->colorWork();
  Q_EMIT liveChanged();
}

/// The last steps may have been found before the recording was known to be over.
void TraceTab::takeLiveState() {
  if (m_live->isOver() && m_study->steps()->found()) {
    m_study->showSteps();
  }
  m_study->colorWork();
  Q_EMIT liveChanged();
}

void TraceTab::endWriting() {
  FileTab::endWriting();
  if (m_live != nullptr) {
    m_live->endWriting();
  }
}

void TraceTab::showTrace(std::shared_ptr<const Trace> trace) {
  m_study->forgetSpans();
  const bool keepView = m_trace != nullptr;
  std::shared_ptr<const Trace> before = std::exchange(m_trace, std::move(trace));
  m_view->setTrace(m_trace, keepView);  // whoever hears of its selection asks this tab for the trace
  freeLater(std::move(before));
  showFirstSight(keepView);
  m_reading->traceArrived();
}

void TraceTab::showFirstSight(bool keepView) {
  if (m_trace->isPreview() && !m_first.range.empty()) {
    return;  // the origin of the range may come later
  }
  const Sight first = std::exchange(m_first, m_trace->isPreview() ? Sight{.selected = m_first.selected} : Sight{});
  std::optional<TimeRange> visible = first.visible;
  if (!first.range.empty()) {
    const Expected<TimeRange> asked = parseTimeRange(first.range, m_trace->bounds());
    visible = asked && asked->overlaps(m_trace->bounds()) ? std::optional(*asked) : std::nullopt;
  } else if (!keepView && !visible && m_trace->readWindow() && !m_trace->isPreview()) {
    visible = m_trace->readWindow()->asked;
  }
  if (visible) {
    m_view->setVisibleRange(*visible);
  }
  if (first.chosen) {
    m_view->chooseRange(first.chosen);
  }
  if (first.showsOverview) {
    showPage(Page::Overview);
  }
  if (first.notes.any()) {
    showNotes(first.notes);
  }
  if (first.selected && !m_trace->isPreview()) {
    m_finding = Job<SpanId>([trace = m_trace, note = *first.selected](
                                std::stop_token, Progress&) -> Expected<SpanId> { return spanOf(*trace, note); },
                            [this, trace = m_trace](Expected<SpanId> span) {
                              if (span && trace == m_trace && m_view->selection() == SpanId::none) {
                                m_view->select(*span, false);
                              }
                            });
  }
}

std::string TraceTab::rangeToRead() const {
  return m_reading->range();
}

OpenedFile TraceTab::content() const {
  return {.index = m_replayed->isOn() ? m_replayed->recorded() : m_view->scene().sharedIndex(),
          .piped = m_piped,
          .ranks = m_ranks->set()};
}

std::function<bool()> TraceTab::changeCheck() const {
  if (m_live != nullptr) {
    return {};  // it is read on as it grows
  }
  return [trace = m_trace] {
    return std::ranges::any_of(trace->sources(),
                               [](const SourceFile& source) { return source.origin && source.origin->hasChanged(); });
  };
}

Sight TraceTab::sight() const {
  if (m_trace == nullptr) {
    return m_first;
  }
  const TimelineScene& scene = m_view->scene();
  const SpanId selected = m_view->selection();
  return {.visible = scene.time().showsAll() ? std::nullopt : std::optional(m_view->visibleRange()),
          .chosen = m_view->chosenRange(),
          .selected = selected == SpanId::none || m_trace->isPreview() ? m_first.selected
                                                                       : std::optional(noteOn(*m_trace, selected, {})),
          .showsOverview = m_page == Page::Overview,
          .notes = scene.shownNotes()};
}

bool TraceTab::wantsDocks() const {
  // The overview wants all the room there is.
  return m_page == Page::Timeline && (state() == State::Loading || state() == State::Ready);
}

void TraceTab::resume(const FileTab& before) {
  const auto* other = qobject_cast<const TraceTab*>(&before);
  if (m_trace == nullptr || other == nullptr || m_trace != other->m_trace) {
    m_first = before.sight();
  } else {
    m_view->scene().arranger().arrange(other->m_view->scene().arranger().arrangement());
    m_view->select(other->m_view->selection(), false);
    const Sight sight = other->sight();
    m_view->chooseRange(sight.chosen);
    if (sight.visible) {
      m_view->setVisibleRange(*sight.visible);
    }
  }
  if (!before.isWritten()) {
    endWriting();
  }
  if (other == nullptr) {
    return;
  }
  m_study->steps()->chooseLike(*other->m_study->steps());
  showPage(other->page());
  showNotes(other->m_view->scene().shownNotes());
  if (m_live != nullptr && other->m_live != nullptr) {
    m_live->setFollowing(other->m_live->isFollowing());
  }
}

void TraceTab::showPage(Page page) {
  m_page = page;
  if (!showsMessage()) {
    const bool isOverview = page == Page::Overview;
    if (isOverview && m_overview == nullptr) {
      m_overview = new OverviewPage(*m_study->figures(), *m_study->quality(), this);
      static_cast<QVBoxLayout*>(layout())->addWidget(m_overview, 1);
      connect(m_overview, &OverviewPage::placeRequested, this, &TraceTab::goTo);
      connect(m_overview, &OverviewPage::issuesRequested, this, &TraceTab::issuesRequested);
    }
    const bool hadFocus = hasFocus() || isAncestorOf(QApplication::focusWidget());
    m_view->setVisible(!isOverview);
    if (m_overview != nullptr) {
      m_overview->setVisible(isOverview);
    }
    setFocusProxy(isOverview ? static_cast<QWidget*>(m_overview) : m_view);
    if (hadFocus) {
      setFocus();
    }
  }
  Q_EMIT pageChanged();
}

QWidget* TraceTab::pageWidget() const {
  return m_page == Page::Overview ? static_cast<QWidget*>(m_overview) : m_view;
}

QWidget* TraceTab::pictureWidget() const {
  return m_trace ? m_view : nullptr;
}

void TraceTab::showNotes(NoteRows rows) {
  m_view->scene().showNotes(rows);
  requestNotes();
  Q_EMIT pageChanged();
}

void TraceTab::requestNotes() {
  const NoteRows rows = m_view->scene().shownNotes();
  if (rows.idle || rows.queues) {
    m_study->figures()->requestNotes();
  }
  if (rows.path) {
    m_study->figures()->requestPath();
  }
}

void TraceTab::showReplayed(const WhatIfScenario& scenario) {
  if (m_trace && !m_trace->isPreview() && m_live == nullptr) {
    m_replayed->start(m_view->scene().sharedIndex(), scenario);
  }
}

/// A replay, or the recording again.
void TraceTab::showOtherTimes(std::shared_ptr<const QueryIndex> index) {
  const KeptPlace place(*m_view);
  showWhole(std::move(index));
  place.showIn(*m_view);
  m_view->scene().setMoved(m_replayed->moved());
  if (m_replayed->path() != nullptr) {
    m_study->figures()->setPath(m_replayed->path());
  }
  Q_EMIT stateChanged();
}

void TraceTab::showRecorded() {
  m_replayed->goBack();
}

std::shared_ptr<const Trace> TraceTab::recorded() const {
  return m_replayed->isOn() ? m_replayed->recorded()->trace() : m_trace;
}

bool TraceTab::isReplayed() const {
  return m_replayed->isOn();
}

void TraceTab::goTo(const Place& place) {
  if (!m_trace) {
    return;
  }
  showPage(Page::Timeline);
  if (place.showsIdle || place.showsQueue) {
    NoteRows rows = m_view->scene().shownNotes();
    rows.idle = rows.idle || place.showsIdle;
    rows.queues = rows.queues || place.showsQueue;
    showNotes(rows);
  }
  TimelineScene& scene = m_view->scene();
  if (place.span != SpanId::none) {
    m_view->select(place.span, true);
  } else {
    scene.selection().selectStepAt(place.range);
  }
  const std::optional<std::size_t> step = scene.selection().step();
  if (step && place.range == scene.steps().onHost()[*step].range) {
    fitStep(scene, *step);
  } else if (!place.range.isEmpty()) {
    constexpr double aroundIt = 0.05;
    m_view->setVisibleRange(withMargin(place.range, aroundIt));
  }
}

bool TraceTab::takeCancel() {
  m_reading->readingCanceled();
  return m_trace && !m_trace->isPreview() && m_view->scene().sharedIndex();
}

void TraceTab::dropContent() {
  delete std::exchange(m_live, nullptr);
  m_view->setTrace(nullptr);
  m_study->setTrace(nullptr);
  freeLater(std::exchange(m_trace, nullptr));
  m_replayed->forget();
  m_ranks->setRanks(nullptr);
  m_view->hide();
  if (m_overview != nullptr) {
    m_overview->hide();
  }
}

}  // namespace kernline::ui
