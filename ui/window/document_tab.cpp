// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/document_tab.h"

#include "core/import/follow/growing_trace.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/load_ranks.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/overview/overview_page.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/live_strip.h"
#include "ui/views/timeline/arrangement.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/trust/trace_trust.h"
#include "ui/window/only_strip.h"
#include "ui/window/range_strip.h"
#include "ui/window/startup_clock.h"

#include <QApplication>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {
namespace {

/// Frees a trace on a worker once the panels have had time to let go of it too.
void retire(std::shared_ptr<const Trace> trace) {
  constexpr int graceMs = 500;
  if (trace) {
    QTimer::singleShot(graceMs, QCoreApplication::instance(),
                       [old = std::move(trace)]() mutable { disposeInBackground(std::move(old)); });
  }
}

}  // namespace

DocumentTab::DocumentTab(std::unique_ptr<FileLoad> load, QWidget* parent)
    : FileTab(QString::fromStdString(load->path()), parent) {
  m_view = new TimelineView(this);
  m_range = new RangeStrip(*m_view, this);
  m_only = new OnlyStrip(*m_view, this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);
  layout()->addWidget(m_only);
  layout()->addWidget(m_range);
  setFocusProxy(m_view);
  m_notes = new TraceNotes(path(), this);
  connect(m_notes, &TraceNotes::changed, this, &DocumentTab::showNotes);
  connect(m_view, &TimelineView::markActivated, this, &DocumentTab::goToNote);
  m_notes->read();
  m_figures = new TraceFigures(this);
  m_trust = new TraceTrust(this);
  connect(m_figures, &TraceFigures::notesChanged, this, [this] { m_view->setDeviceNotes(m_figures->notes()); });
  connect(m_view, &TimelineView::chosenRangeChanged, this, [this] { m_figures->setRange(m_view->chosenRange()); });
  begin(std::move(load));
}

DocumentTab::~DocumentTab() {
  stopWatching();
  delete m_live;
  m_view->blockSignals(true);  // whoever listens may be half gone
  m_figures->disconnect(this);
  delete m_overview;  // it refers to the figures
  delete m_figures;
  m_view->setTrace(nullptr);
  m_settingClocks = {};
  disposeInBackground(std::move(m_ranks));
  retire(std::move(m_trace));
}

QString DocumentTab::title() const {
  return m_ranks ? counted(m_ranks->files.size(), tr("%2 · %1 rank"), tr("%2 · %1 ranks")).arg(FileTab::title())
                 : FileTab::title();
}

QString DocumentTab::summary() const {
  const auto count = [](std::size_t number) { return countText(number); };
  return tr("%1 spans on %2 tracks · %3")
      .arg(count(m_trace->spanCount()), count(m_trace->tracks().size()),
           m_trace->sources().empty()
               ? FileTab::title()
               : qt(formatBytes(static_cast<std::int64_t>(m_trace->sources().front().storedBytes))));
}

bool DocumentTab::isBusy() const {
  return FileTab::isBusy() || m_findingNote.isRunning() || m_settingClocks.isRunning() || m_range->isBusy() ||
         m_figures->isBusy() || m_trust->isBusy();
}

void DocumentTab::takePreview(std::shared_ptr<const Trace> preview) {
  if (m_trace && !m_trace->isPreview()) {
    return;  // a reload: the whole of before says more than a part of now
  }
  markStartup("first preview arrived");
  markNextPaint(m_view, "preview painted");
  sayPartIsShown();
  showTrace(std::move(preview));
  Q_EMIT stateChanged();
}

void DocumentTab::takeFile(OpenedFile file) {
  markStartup("whole trace arrived");
  markNextPaint(m_view, "whole trace painted");
  m_piped = std::move(file.piped);
  m_settingClocks = {};
  const RankCorrections byHand = m_ranks ? correctionsByHand(*m_ranks) : RankCorrections();
  m_ranks = std::move(file.ranks);
  showWhole(std::move(file.index));
  lightCollectives();
  if (!byHand.empty()) {
    setClocks(byHand);  // the file was read again
  }
  followRecording();
}

void DocumentTab::showWhole(std::shared_ptr<const QueryIndex> index) {
  if (m_trace != index->trace()) {
    showTrace(index->trace());
    m_view->setIndex(std::move(index));
  } else if (!m_view->queryIndex()) {
    m_view->setIndex(std::move(index));
  }
  m_trust->setTrace(m_trace);
  m_figures->setTrace(m_trace);
  if (m_showsIdle || m_showsQueues) {
    m_figures->requestNotes();
  }
}

void DocumentTab::setClocks(RankCorrections corrections) {
  if (!m_ranks) {
    return;
  }
  m_settingClocks = Job<OpenedFile>([set = m_ranks, given = std::move(corrections)](
                                        std::stop_token stop, Progress&) { return loadWithClocks(*set, given, stop); },
                                    [this](Expected<OpenedFile> file) {
                                      if (file) {
                                        m_ranks = std::move(file->ranks);
                                        showWhole(std::move(file->index));
                                        lightCollectives();
                                      }
                                      Q_EMIT stateChanged();
                                    });
  Q_EMIT stateChanged();
}

void DocumentTab::showTogether(const std::vector<SpanId>& spans, bool pinned) {
  if (!m_trace) {
    return;
  }
  if (spans.empty()) {
    m_view->pinForNow({});
    return;
  }
  showPage(Page::Timeline);
  TimeRange range = m_trace->range(spans.front());
  std::vector<TrackId> tracks;
  for (const SpanId span : spans) {
    range = range.unitedWith(m_trace->range(span));
    tracks.push_back(m_trace->trackOf(span));
  }
  std::ranges::sort(tracks);
  std::vector<RowId> rows;
  std::ranges::transform(tracks, std::back_inserter(rows), [](TrackId track) { return rowOf(track); });
  m_view->pinForNow(pinned ? rows : std::vector<RowId>{});
  m_view->select(spans.front(), true);
  constexpr double aroundThem = 0.25;
  m_view->setVisibleRange(withMargin(range, aroundThem));
}

/// The parts of one collective are lit together.
void DocumentTab::lightCollectives() {
  m_view->setCompanions(m_ranks ? std::function<std::vector<SpanId>(SpanId)>(
                                      [set = m_ranks](SpanId span) { return companionsOf(*set, span); })
                                : nullptr);
}

/// What has no end yet may be written still.
void DocumentTab::followRecording() {
  delete std::exchange(m_live, nullptr);
  if (isOpenRecording(*m_trace)) {
    const std::string shown = path().toStdString();
    m_live = new LiveRecording(m_piped ? m_piped->path() : shown, shown, *m_view, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_live->strip());
    connect(m_live, &LiveRecording::grown, this, &DocumentTab::takeGrown);
    connect(m_live, &LiveRecording::stateChanged, this, &DocumentTab::liveChanged);
    if (!m_isWritten) {
      m_live->endWriting();
    }
    if (m_piped) {
      m_piped->whenEnded([live = QPointer<LiveRecording>(m_live)] {
        GuiQueue::post([live] {
          if (live) {
            live->endWriting();
          }
        });
      });
    }
  }
  Q_EMIT liveChanged();
}

void DocumentTab::endWriting() {
  m_isWritten = false;
  if (m_live != nullptr) {
    m_live->endWriting();
  }
}

void DocumentTab::takeGrown(const std::shared_ptr<const QueryIndex>& index, bool forAll) {
  if (forAll) {
    showWhole(index);
    Q_EMIT stateChanged();
    return;
  }
  showTrace(index->trace());
  m_view->setIndex(index);
  Q_EMIT grown();
}

void DocumentTab::showTrace(std::shared_ptr<const Trace> trace) {
  m_findingNote = {};
  m_trust->setTrace(nullptr);  // its spans are those of the trace before
  const bool keepView = m_trace != nullptr;
  m_view->setTrace(trace, keepView);
  retire(std::exchange(m_trace, std::move(trace)));
  if (m_firstRange) {
    m_view->setVisibleRange(*std::exchange(m_firstRange, std::nullopt));
  }
  if (m_firstChosen) {
    m_view->chooseRange(std::exchange(m_firstChosen, std::nullopt));
  }
}

void DocumentTab::showFirst(std::optional<TimeRange> range, std::optional<TimeRange> chosen) {
  m_firstRange = range;
  m_firstChosen = chosen;
}

OpenedFile DocumentTab::content() const {
  return {.index = m_view->queryIndex(), .piped = m_piped, .ranks = m_ranks};
}

void DocumentTab::resume(const FileTab& before) {
  const auto* document = qobject_cast<const DocumentTab*>(&before);
  if (document == nullptr) {
    return;
  }
  const TimelineView& view = *document->m_view;
  if (document->m_trace == nullptr) {
    showFirst(document->m_firstRange, document->m_firstChosen);
  } else if (m_trace == document->m_trace) {
    m_view->arrange(view.arrangement());
    m_view->select(view.selection(), false);
    m_view->chooseRange(view.chosenRange());
    if (!view.showsAll()) {
      m_view->setVisibleRange(view.visibleRange());
    }
  } else {
    showFirst(view.showsAll() ? std::nullopt : std::optional(view.visibleRange()), view.chosenRange());
  }
  showPage(document->page());
  showDeviceNotes(document->m_showsIdle, document->m_showsQueues);
  if (!document->m_isWritten) {
    endWriting();
  }
  if (m_live != nullptr && document->m_live != nullptr) {
    m_live->setFollowing(document->m_live->isFollowing());
  }
}

void DocumentTab::showNotes() {
  std::vector<TimelineMark> marks;
  for (const Note& note : m_notes->notes()) {
    marks.push_back({note.range, qt(printable(note.text))});
  }
  m_view->setMarks(std::move(marks));
}

void DocumentTab::goToNote(std::size_t at) {
  if (!m_trace || at >= m_notes->notes().size()) {
    return;
  }
  m_findingNote = Job<SpanId>(
      [trace = m_trace, note = m_notes->notes()[at]](std::stop_token, Progress&) -> Expected<SpanId> {
        return spanOf(*trace, note);
      },
      [this, note = m_notes->notes()[at]](Expected<SpanId> span) { showPlaceOf(note, span.value_or(SpanId::none)); });
}

void DocumentTab::showPlaceOf(const Note& note, SpanId span) {
  if (span != SpanId::none) {
    m_view->select(span, true);
  } else if (note.range.isEmpty()) {
    const Duration half{m_view->visibleRange().length().ns / 2};
    m_view->setVisibleRange({note.range.begin - half, note.range.begin + half});
  } else {
    m_view->chooseRange(note.range);
    m_view->fitChosenRange();
  }
}

void DocumentTab::showPage(Page page) {
  m_page = page;
  if (!showsMessage()) {
    const bool isOverview = page == Page::Overview;
    if (isOverview && m_overview == nullptr) {
      m_overview = new OverviewPage(*m_figures, *m_trust, this);
      static_cast<QVBoxLayout*>(layout())->addWidget(m_overview, 1);
      connect(m_overview, &OverviewPage::placeRequested, this, &DocumentTab::goTo);
      connect(m_overview, &OverviewPage::findingsRequested, this, &DocumentTab::findingsRequested);
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
    placeStrip();
  }
  Q_EMIT pageChanged();
}

QWidget* DocumentTab::pageWidget() const {
  return m_page == Page::Overview ? static_cast<QWidget*>(m_overview) : m_view;
}

QWidget* DocumentTab::pictureWidget() const {
  return m_trace ? m_view : nullptr;
}

void DocumentTab::showDeviceNotes(bool idle, bool queues) {
  m_showsIdle = idle;
  m_showsQueues = queues;
  m_view->showDeviceNotes(idle, queues);
  if (idle || queues) {
    m_figures->requestNotes();
  }
  Q_EMIT pageChanged();
}

void DocumentTab::goTo(const Place& place) {
  if (!m_trace) {
    return;
  }
  showPage(Page::Timeline);
  if (place.showsIdle || place.showsQueue) {
    showDeviceNotes(m_showsIdle || place.showsIdle, m_showsQueues || place.showsQueue);
  }
  if (place.span != SpanId::none) {
    m_view->select(place.span, true);
  }
  if (!place.range.isEmpty()) {
    constexpr double aroundIt = 0.05;
    m_view->setVisibleRange(withMargin(place.range, aroundIt));
  }
}

void DocumentTab::dropContent() {
  delete std::exchange(m_live, nullptr);
  m_view->setTrace(nullptr);
  m_figures->setTrace(nullptr);
  m_trust->setTrace(nullptr);
  retire(std::exchange(m_trace, nullptr));
  m_settingClocks = {};
  disposeInBackground(std::exchange(m_ranks, nullptr));
  m_view->hide();
  if (m_overview != nullptr) {
    m_overview->hide();
  }
}

}  // namespace kernline::ui
