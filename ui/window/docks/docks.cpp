// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks/docks.h"

#include "ui/kit/language/words.h"
#include "ui/views/advice/advice_dock.h"
#include "ui/views/calltree/call_tree_dock.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/compare/ranks/ranks_dock.h"
#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/details/details_dock.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/inference/inference_dock.h"
#include "ui/views/memory/memory_dock.h"
#include "ui/views/modules/modules_dock.h"
#include "ui/views/notes/notes_dock.h"
#include "ui/views/quality/data_issues_dock.h"
#include "ui/views/query/query_dock.h"
#include "ui/views/search/search_dock.h"
#include "ui/views/source/source_dock.h"
#include "ui/views/statistics/statistics_dock.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/timeline/trace_succession.h"
#include "ui/views/tracks/tracks_dock.h"
#include "ui/views/whatif/selection_change.h"
#include "ui/views/whatif/whatif_dock.h"
#include "ui/views/work/work_dock.h"
#include "ui/window/docks/bound_dock.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/start/startup_clock.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int minPanelWidth = 280;

constexpr int previewFirstMs = 100;  // the first picture comes before the panels

constexpr std::array kinds{&detailsDock,  &statisticsDock, &notesDock, &tracksDock,    &dataIssuesDock, &queryDock,
                           &callTreeDock, &modulesDock,    &workDock,  &inferenceDock, &adviceDock,     &whatIfDock,
                           &searchDock,   &memoryDock,     &ranksDock, &sourceDock};

Qt::DockWidgetArea areaOf(const DockKind& kind) {
  switch (kind.area) {
    case DockKind::Area::Left:
      return Qt::LeftDockWidgetArea;
    case DockKind::Area::Right:
      return Qt::RightDockWidgetArea;
    case DockKind::Area::Bottom:
      break;
  }
  return Qt::BottomDockWidgetArea;
}

ShownTrace shownTrace(const TraceTab* tab) {
  if (tab == nullptr || tab->trace() == nullptr) {
    return {};
  }
  if (tab->state() != FileTab::State::Ready) {
    return {.view = tab->view()};
  }
  ShownTrace shown{.view = tab->view(),
                   .trace = tab->trace(),
                   .recorded = tab->recorded(),
                   .notes = tab->notes(),
                   .noteMarks = tab->noteMarks(),
                   .quality = tab->study()->quality(),
                   .ranks = tab->ranks(),
                   .origins = tab->study()->origins()};
  if (const auto set = tab->ranks()->set()) {
    shown.factsOfRanks = [set](SpanId span) { return rankFacts(*set, span); };
  }
  return shown;
}

/// Returns the titles of visible docks that share their place with others. Qt only gives the titles of tabs.
QStringList titlesInFront(const QMainWindow& window) {
  QStringList titles;
  for (const QTabBar* tabs : window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    titles << tabs->tabText(tabs->currentIndex());
  }
  return titles;
}

}  // namespace

std::span<const DockKind* const> dockKinds() {
  return kinds;
}

Docks::Docks(QMainWindow& window, const Commands& commands, const FileTabs& tabs, CurrentTrace& current)
    : QObject(&window), m_window(window), m_tabs(tabs), m_current(current) {
  makeFrames();
  for (const Dock& dock : m_docks) {
    QAction* action = commands.ofDock(*dock.kind);
    bindDock(action, dock.frame, dock.kind->takesFocus ? DockKeys::ReachFirst : DockKeys::Close);
    connect(action, &QAction::triggered, this, [this, action, kind = dock.kind] {
      const auto dockOfKind = std::ranges::find(m_docks, kind, &Dock::kind);
      if (action->isChecked()) {  // it may have come to the front instead of going
        openByCommand(*dockOfKind);
      }
    });
  }
  commands.on(Command::AskWhatIf, this, [this] { askAboutSelection(); });
  connect(&current, &CurrentTrace::changed, this, &Docks::showTrace);
  connect(&current, &CurrentTrace::pageChanged, this, &Docks::showTrace);
  connect(&current, &CurrentTrace::grown, this, &Docks::showGrown);
  connect(&current, &CurrentTrace::selectionChanged, this, &Docks::showSelection);
  connect(&current, &CurrentTrace::chosenRangeChanged, this, &Docks::showChosenRange);
  connect(&current, &CurrentTrace::causesChanged, this, &Docks::showCauses);
  connect(&current, &CurrentTrace::issuesRequested, this, &Docks::showIssues);
  connect(&current, &CurrentTrace::visibleRangeChanged, this, [this](TimeRange range) {
    for (const Dock& dock : m_docks) {
      if (dock.panel != nullptr) {
        dock.panel->showVisibleRange(range);
      }
    }
  });
}

void Docks::makeFrames() {
  QDockWidget* firstBelow = nullptr;
  for (const DockKind* kind : kinds) {
    auto* frame = new QDockWidget(Words::tr(kind->title), &m_window);
    frame->setObjectName(QString::fromUtf8(kind->name) + QStringLiteral("Dock"));
    frame->setAllowedAreas(Qt::AllDockWidgetAreas);
    m_window.addDockWidget(areaOf(*kind), frame);
    m_docks.push_back({.kind = kind, .frame = frame});
    if (kind->area == DockKind::Area::Bottom && firstBelow == nullptr) {
      firstBelow = frame;
    } else if (kind->area == DockKind::Area::Bottom) {
      m_window.tabifyDockWidget(firstBelow, frame);
    }
  }
  if (firstBelow != nullptr) {
    firstBelow->raise();
  }
  for (const Dock& dock : m_docks) {
    if (!dock.kind->isOpenAtFirst) {
      dock.frame->hide();
    }
  }
  m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  const QFontMetrics metrics = m_window.fontMetrics();
  QList<QDockWidget*> beside;
  QList<int> widths;
  for (const Dock& dock : m_docks) {
    if (dock.kind->firstExtent > 0 && dock.kind->area == DockKind::Area::Bottom) {
      m_window.resizeDocks({dock.frame}, {metrics.height() * dock.kind->firstExtent}, Qt::Vertical);
    } else if (dock.kind->firstExtent > 0) {
      beside << dock.frame;
      widths << metrics.averageCharWidth() * dock.kind->firstExtent;
    }
  }
  m_window.resizeDocks(beside, widths, Qt::Horizontal);
}

void Docks::makePanels() {
  if (std::exchange(m_hasPanels, true)) {
    return;
  }
  for (Dock& dock : m_docks) {
    dock.panel = dock.kind->make(dock.frame);
    // However long its texts are: the window must fit a screen of 1920 pixels at 200 %.
    dock.panel->widget()->setMinimumWidth(minPanelWidth);
    dock.frame->setWidget(dock.panel->widget());
    connectPanel(*dock.panel);
  }
  markStartup("panels made");
  Q_EMIT panelsMade();
}

void Docks::connectPanel(const DockPanel& panel) {
  connect(&panel, &DockPanel::spanRequested, this,
          [this, &panel](SpanId span) { m_current.goTo(spanNow(panel, span)); });
  connect(&panel, &DockPanel::matchesRequested, this, [this, &panel](const Matches& matches, const QString& title) {
    Q_EMIT matchesRequested(matchesNow(panel, matches), title);
  });
  connect(&panel, &DockPanel::matchesOffered, this, [this, &panel](const Matches& matches, const QString& title) {
    const SpanId span = m_current.selection();
    const QString ofSelection = span != SpanId::none ? titleOf(*m_current.trace(), span) : QString();
    Q_EMIT matchesOffered(matchesNow(panel, matches), title.isEmpty() ? ofSelection : title);
  });
  connect(&panel, &DockPanel::tableExportRequested, this, &Docks::tableExportRequested);
  connect(&panel, &DockPanel::whatIfRequested, this, &Docks::askWhatIf);
  connect(&panel, &DockPanel::replayRequested, this, [this](const WhatIfScenario& scenario) {
    if (TraceTab* tab = m_current.tab()) {
      tab->showPage(TraceTab::Page::Timeline);
      tab->showReplayed(scenario);
    }
  });
  connect(&panel, &DockPanel::replayExportRequested, this, &Docks::replayExportRequested);
  connect(&panel, &DockPanel::issuesRequested, this, &Docks::showIssues);
  connect(&panel, &DockPanel::sourceRequested, this, &Docks::showSource);
}

void Docks::show(const DockKind& kind) {
  makePanels();
  QDockWidget* frame = std::ranges::find(m_docks, &kind, &Dock::kind)->frame;
  frame->show();
  frame->raise();
}

/// The command has shown it already.
void Docks::openByCommand(const Dock& dock) {
  if (m_current.trace()) {
    makePanels();
  }
  if (dock.kind->turnsToTimeline && m_current.tab() != nullptr) {
    m_current.tab()->showPage(TraceTab::Page::Timeline);
    show(*dock.kind);
  }
  if (dock.panel == nullptr) {
    return;
  }
  if (const QString why = dock.panel->whyEmpty(); !why.isEmpty()) {
    dock.frame->hide();
    Q_EMIT refused(why);
    return;
  }
  enlarge(dock);
  if (dock.kind->takesFocus) {
    dock.panel->widget()->setFocus();
  }
}

void Docks::enlarge(const Dock& dock) {
  if (dock.kind->openedLines > 0) {
    const int min = m_window.fontMetrics().height() * dock.kind->openedLines;
    m_window.resizeDocks({dock.frame}, {std::max(dock.frame->height(), min)}, Qt::Vertical);
  }
}

void Docks::showIssues() {
  if (m_current.tab() != nullptr) {
    openByCommand(*std::ranges::find(m_docks, &dataIssuesDock, &Dock::kind));
  }
}

void Docks::askWhatIf(const QString& change) {
  show(whatIfDock);
  openByCommand(*std::ranges::find(m_docks, &whatIfDock, &Dock::kind));
  for (const Dock& dock : m_docks) {
    dock.panel->askWhatIf(change);
  }
}

/// What would become of it, a person types.
void Docks::askAboutSelection() {
  const SpanId span = m_current.selection();
  if (span == SpanId::none || m_current.tab() == nullptr) {
    return;
  }
  const QString change = changeOfSelection(*m_current.trace(), span);
  if (change.isEmpty()) {
    Q_EMIT refused(tr("No what-if change fits this span; select a kernel, a memcpy or a host span."));
    return;
  }
  m_current.tab()->showPage(TraceTab::Page::Timeline);
  askWhatIf(change);
}

void Docks::showSource(const HotLine& line) {
  for (const Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showSource(line);
    }
  }
  show(sourceDock);
  openByCommand(*std::ranges::find(m_docks, &sourceDock, &Dock::kind));
}

void Docks::showTrace() {
  const FileTab* file = m_tabs.current();
  setAside(file == nullptr || !file->wantsDocks());
  m_counted = m_now = m_current.whole();
  if (m_counted) {
    makePanels();
  } else if (m_current.trace()) {
    QTimer::singleShot(previewFirstMs, this, &Docks::makePanels);
  }
  const ShownTrace shown = shownTrace(m_current.tab());
  for (Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showTrace(shown);
    }
    if (dock.kind->opensWithContent) {
      openWithContent(dock);
    }
    if (dock.panel != nullptr && m_current.trace()) {
      dock.panel->showVisibleRange(m_current.view()->visibleRange());
    }
  }
  showChosenRange();
  showSelection();
}

/// The dock comes with a trace that has something for it, unless it was closed before, and goes with it.
void Docks::openWithContent(Dock& dock) {
  const bool hasContent = dock.panel != nullptr && dock.panel->hasContent();
  if (m_isAside || (hasContent && dock.hadContent)) {
    return;
  }
  if (hasContent && dock.isWanted) {
    dock.frame->show();
    dock.frame->raise();
    enlarge(dock);
  } else if (!hasContent) {
    dock.isWanted = dock.hadContent ? !dock.frame->isHidden() : dock.isWanted;
    dock.frame->hide();
  }
  dock.hadContent = hasContent;
}

/// Figures are still of the former trace; the selection is found again.
void Docks::showGrown() {
  m_now = m_current.trace();
  if (m_current.selection() != SpanId::none) {
    showSelection();
  }
}

void Docks::showSelection() {
  const SpanId span = m_current.selection();
  if (span != SpanId::none) {
    makePanels();
  }
  for (const Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showSelection(m_current.trace(), span);
    }
  }
}

void Docks::showChosenRange() {
  for (const Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showChosenRange(m_current.chosenRange());
    }
  }
}

void Docks::showCauses() {
  for (const Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showCauses();
    }
  }
}

void Docks::showMatches(const MatchSet& matches) {
  for (const Dock& dock : m_docks) {
    if (dock.panel != nullptr) {
      dock.panel->showMatches(matches);
    }
  }
}

SpanId Docks::spanNow(const DockPanel& panel, SpanId span) const {
  const bool isOfNow = panel.followsGrowth() || !m_counted || !m_now || m_counted == m_now;
  return isOfNow ? span : sameSpan(*m_counted, span, *m_now);
}

Docks::Matches Docks::matchesNow(const DockPanel& panel, const Matches& matches) const {
  const bool isOfNow = panel.followsGrowth() || !m_counted || !m_now || m_counted == m_now || !matches;
  return isOfNow ? matches : std::make_shared<const std::vector<SpanId>>(sameSpans(*m_counted, *matches, *m_now));
}

bool Docks::isBusy() const {
  return std::ranges::any_of(m_docks, [](const Dock& dock) { return dock.panel != nullptr && dock.panel->isBusy(); });
}

void Docks::setAside(bool aside) {
  if (aside == m_isAside) {
    return;
  }
  m_isAside = aside;
  if (!aside) {
    std::ranges::for_each(std::exchange(m_open, {}), &QWidget::show);
    std::ranges::for_each(m_front, &QWidget::raise);
    // Some have their places among the others only once the layout is done.
    QTimer::singleShot(0, this,
                       [front = std::exchange(m_front, {})] { std::ranges::for_each(front, &QWidget::raise); });
    return;
  }
  const QStringList inFront = titlesInFront(m_window);
  for (const Dock& dock : m_docks) {
    if (!dock.frame->isHidden()) {
      m_open.push_back(dock.frame);
      if (inFront.contains(dock.frame->windowTitle())) {
        m_front.push_back(dock.frame);
      }
      dock.frame->hide();
    }
  }
}

}  // namespace kernline::ui
