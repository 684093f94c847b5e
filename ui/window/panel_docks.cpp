// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_docks.h"

#include "ui/views/calltree/call_tree_panel.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/compare/ranks/ranks_panel.h"
#include "ui/views/details/details_panel.h"
#include "ui/views/notes/notes_panel.h"
#include "ui/views/query/query_panel.h"
#include "ui/views/search/search_panel.h"
#include "ui/views/statistics/statistics_panel.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/timeline/trace_succession.h"
#include "ui/views/tracks/tracks_panel.h"
#include "ui/views/trust/trace_trust.h"
#include "ui/views/trust/trust_panel.h"
#include "ui/window/document_tab.h"
#include "ui/window/memory_dock.h"
#include "ui/window/startup_clock.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int previewFirstMs = 100;  // the first picture comes before the panels

QDockWidget* makeDock(QMainWindow* window, const QString& title, const char* name, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, window);
  dock->setObjectName(QString::fromUtf8(name));
  dock->setAllowedAreas(Qt::AllDockWidgetAreas);
  window->addDockWidget(area, dock);
  return dock;
}

}  // namespace

PanelDocks::PanelDocks(QMainWindow* window)
    : QObject(window),
      m_detailsDock(makeDock(window, tr("Details"), "detailsDock", Qt::RightDockWidgetArea)),
      m_statisticsDock(makeDock(window, tr("Statistics"), "statisticsDock", Qt::BottomDockWidgetArea)),
      m_notesDock(makeDock(window, tr("Notes"), "notesDock", Qt::BottomDockWidgetArea)),
      m_tracksDock(makeDock(window, tr("Tracks"), "tracksDock", Qt::LeftDockWidgetArea)),
      m_trustDock(makeDock(window, tr("Trust"), "trustDock", Qt::BottomDockWidgetArea)),
      m_queryDock(makeDock(window, tr("Query"), "queryDock", Qt::BottomDockWidgetArea)),
      m_callTreeDock(makeDock(window, tr("Call tree"), "callTreeDock", Qt::BottomDockWidgetArea)),
      m_searchDock(makeDock(window, tr("Matches"), "searchDock", Qt::BottomDockWidgetArea)),
      m_ranksDock(makeDock(window, tr("Ranks"), "ranksDock", Qt::BottomDockWidgetArea)),
      m_memoryDock(new MemoryDock(window)) {
  window->addDockWidget(Qt::BottomDockWidgetArea, m_memoryDock);
  for (QDockWidget* dock :
       {m_callTreeDock, m_notesDock, m_trustDock, m_queryDock, m_searchDock, m_ranksDock, memoryDock()}) {
    window->tabifyDockWidget(m_statisticsDock, dock);
  }
  m_statisticsDock->raise();
  for (QDockWidget* dock :
       {m_callTreeDock, m_notesDock, m_tracksDock, m_trustDock, m_queryDock, m_searchDock, m_ranksDock, memoryDock()}) {
    dock->hide();
  }
  connect(m_memoryDock, &MemoryDock::spanRequested, this, &PanelDocks::spanRequested);
  connect(m_memoryDock, &MemoryDock::exportRequested, this, &PanelDocks::tableExportRequested);
  window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  const int character = window->fontMetrics().averageCharWidth();
  window->resizeDocks({m_detailsDock, m_tracksDock}, {character * 52, character * 40}, Qt::Horizontal);
  window->resizeDocks({m_statisticsDock}, {window->fontMetrics().height() * 14}, Qt::Vertical);
}

void PanelDocks::createContents() {
  if (m_details != nullptr) {
    return;
  }
  const auto toSpan = [this](SpanId span) { Q_EMIT spanRequested(spanNow(span)); };
  const auto toOffer = [this](const Matches& matches, const QString& title) {
    Q_EMIT matchesOffered(matchesNow(matches), title);
  };
  m_details = new DetailsPanel(m_detailsDock);
  m_detailsDock->setWidget(m_details);
  m_statistics = new StatisticsPanel(m_statisticsDock);
  m_statisticsDock->setWidget(m_statistics);
  m_notes = new NotesPanel(m_notesDock);
  m_notesDock->setWidget(m_notes);
  m_tracks = new TracksPanel(m_tracksDock);
  m_tracksDock->setWidget(m_tracks);
  m_trust = new TrustPanel(m_trustDock);
  m_trustDock->setWidget(m_trust);
  connect(m_trust, &TrustPanel::spanRequested, this, toSpan);
  m_query = new QueryPanel(m_queryDock);
  m_queryDock->setWidget(m_query);
  connect(m_query, &QueryPanel::spanRequested, this, toSpan);
  m_callTree = new CallTreePanel(m_callTreeDock);
  m_callTreeDock->setWidget(m_callTree);
  connect(m_callTree, &CallTreePanel::spanRequested, this, toSpan);
  connect(m_callTree, &CallTreePanel::matchesFound, this, toOffer);
  m_search = new SearchPanel(m_searchDock);
  m_searchDock->setWidget(m_search);
  connect(m_search, &SearchPanel::spanRequested, this, &PanelDocks::spanRequested);
  connect(m_notes, &NotesPanel::noteRequested, this, &PanelDocks::noteRequested);
  connect(m_details, &DetailsPanel::spanRequested, this, &PanelDocks::spanRequested);
  connect(m_details, &DetailsPanel::matchesFound, this, &PanelDocks::namedMatchesFound);
  connect(m_statistics, &StatisticsPanel::spanRequested, this, toSpan);
  connect(m_statistics, &StatisticsPanel::findingsRequested, this, &PanelDocks::findingsRequested);
  connect(m_statistics, &StatisticsPanel::matchesFound, this,
          [this](const Matches& matches) { Q_EMIT matchesFound(matchesNow(matches)); });
  m_ranks = new RanksPanel(m_ranksDock);
  m_ranksDock->setWidget(m_ranks);
  connect(m_ranks, &RanksPanel::clocksRequested, this, &PanelDocks::clocksRequested);
  connect(m_ranks, &RanksPanel::companionsRequested, this, &PanelDocks::companionsRequested);
  markStartup("panels made");
}

void PanelDocks::showDocument(const DocumentTab* document) {
  const bool hasTimeline = document != nullptr && (document->state() == DocumentTab::State::Loading ||
                                                   document->state() == DocumentTab::State::Ready);
  const bool isOverview = document != nullptr && document->page() == DocumentTab::Page::Overview;
  setAside(!hasTimeline || isOverview);  // the overview wants all the room there is
  const bool isReady = document != nullptr && document->state() == DocumentTab::State::Ready;
  m_counted = m_now = isReady ? document->trace() : nullptr;
  if (isReady) {
    createContents();
  } else if (hasTimeline && document->trace()) {
    QTimer::singleShot(previewFirstMs, this, &PanelDocks::createContents);
  }
  if (m_statistics != nullptr) {
    m_tracks->setView(hasTimeline ? document->view() : nullptr);
    m_statistics->setTrace(isReady ? document->trace() : nullptr);
    m_statistics->setChosenRange(m_chosen);
    m_callTree->setTrace(isReady ? document->trace() : nullptr);
    m_callTree->setChosenRange(m_chosen);
    m_query->setTrace(isReady ? document->trace() : nullptr);
    m_search->setTrace(isReady ? document->trace() : nullptr);
    m_notes->setNotes(isReady ? document->notes() : nullptr, isReady ? document->trace()->bounds().begin : Time{});
  }
  showRanks(isReady ? document : nullptr);
  m_memoryDock->showDocument(isReady ? document : nullptr);
  showTrust(isReady ? document : nullptr);
}

/// The dock comes with a trace of several ranks, unless it was closed before, and goes with it.
void PanelDocks::showRanks(const DocumentTab* document) {
  if (m_ranks != nullptr) {
    m_ranks->setRanks(document != nullptr ? document->ranks() : nullptr,
                      document != nullptr && document->isSettingClocks());
  }
  const bool hasRanks = document != nullptr && document->ranks() != nullptr;
  if (m_isAside || (hasRanks && m_hasRanks)) {
    return;
  }
  if (hasRanks && m_wantsRanks) {
    m_ranksDock->show();
    m_ranksDock->raise();
    constexpr int lines = 20;  // a sentence, and below it a table
    auto* window = static_cast<QMainWindow*>(m_ranksDock->parentWidget());
    window->resizeDocks({m_ranksDock}, {std::max(m_ranksDock->height(), window->fontMetrics().height() * lines)},
                        Qt::Vertical);
  } else if (!hasRanks) {
    m_wantsRanks = m_hasRanks ? !m_ranksDock->isHidden() : m_wantsRanks;
    m_ranksDock->hide();
  }
  m_hasRanks = hasRanks;
}

void PanelDocks::showGrown(const DocumentTab* document) {
  m_now = document->trace();
  if (m_details != nullptr && document->view()->selection() != SpanId::none) {
    m_details->showSpan(m_now, document->view()->selection());
  }
}

SpanId PanelDocks::spanNow(SpanId counted) const {
  return m_counted && m_now && m_counted != m_now ? sameSpan(*m_counted, counted, *m_now) : counted;
}

PanelDocks::Matches PanelDocks::matchesNow(const Matches& counted) const {
  return m_counted && m_now && m_counted != m_now && counted
             ? std::make_shared<const std::vector<SpanId>>(sameSpans(*m_counted, *counted, *m_now))
             : counted;
}

QDockWidget* PanelDocks::memoryDock() const {
  return m_memoryDock;
}

void PanelDocks::showTrust(const DocumentTab* document) {
  if (m_trust != nullptr) {
    m_trust->setFindings(document != nullptr ? document->trust()->findings() : nullptr);
    m_statistics->followTrust(document != nullptr ? document->trust() : nullptr);
  }
}

void PanelDocks::showSelection(const DocumentTab* document, SpanId span) {
  if (document != nullptr && document->trace() && span != SpanId::none) {
    createContents();
    m_details->showSpan(document->trace(), span,
                        document->ranks() ? rankFacts(*document->ranks(), span) : std::vector<Fact>());
    m_ranks->showSpan(document->ranks() ? span : SpanId::none);
  } else if (m_details != nullptr) {
    m_details->showTrace(document != nullptr ? document->trace() : nullptr);
  }
}

void PanelDocks::filterTracks() {
  createContents();
  m_tracksDock->show();
  m_tracksDock->raise();
  m_tracks->beginFilter();
}

void PanelDocks::showRange(TimeRange range) {
  if (m_statistics != nullptr) {
    m_statistics->setVisibleRange(range);
    m_callTree->setVisibleRange(range);
  }
}

void PanelDocks::showChosenRange(std::optional<TimeRange> range) {
  m_chosen = range;
  if (m_statistics != nullptr) {
    m_statistics->setChosenRange(range);
    m_callTree->setChosenRange(range);
  }
}

void PanelDocks::showMatches(const MatchSet& matches) {
  if (m_search != nullptr) {
    m_search->setMatches(matches, m_chosen);
  }
}

bool PanelDocks::isBusy() const {
  const bool isPanelBusy = m_details != nullptr && (m_details->isBusy() || m_statistics->isBusy() ||
                                                    m_query->isBusy() || m_callTree->isBusy() || m_search->isBusy());
  return isPanelBusy || m_memoryDock->isBusy();
}

void PanelDocks::setAside(bool aside) {
  if (aside == m_isAside) {
    return;
  }
  m_isAside = aside;
  if (!aside) {
    std::ranges::for_each(std::exchange(m_wanted, {}), &QWidget::show);
    return;
  }
  for (QDockWidget* dock : docks()) {
    if (!dock->isHidden()) {
      m_wanted.push_back(dock);
      dock->hide();
    }
  }
}

}  // namespace kernline::ui
