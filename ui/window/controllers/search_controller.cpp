// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/search_controller.h"

#include "ui/views/logs/log_page.h"
#include "ui/views/logs/log_search_bar.h"
#include "ui/views/search/search_bar.h"
#include "ui/views/search/search_dock.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/docks/docks.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QMainWindow>
#include <QStackedWidget>

namespace kernline::ui {

SearchController::SearchController(const WindowParts& parts)
    : QObject(&parts.window), m_parts(parts), m_bars(new QStackedWidget(&parts.window)) {
  const Commands& commands = parts.commands;
  m_search = new SearchBar({.regex = commands[Command::SearchRegex],
                            .matchCase = commands[Command::SearchCase],
                            .args = commands[Command::SearchArgs],
                            .list = commands.ofDock(searchDock),
                            .only = commands[Command::OnlyMatches]},
                           m_bars);
  m_logSearch = new LogSearchBar(m_bars);
  m_bars->addWidget(m_search);
  m_bars->addWidget(m_logSearch);
  m_bars->setSizePolicy(m_search->sizePolicy());
  connectCommands();
  connectBars();
  followCurrent();
}

QWidget* SearchController::bars() const {
  return m_bars;
}

void SearchController::connectCommands() {
  const Commands& commands = m_parts.commands;
  const FileTabs* tabs = &m_parts.tabs;
  commands.on(Command::Find, this,
              [this, tabs] { tabs->currentLog() != nullptr ? m_logSearch->begin() : m_search->begin(); });
  commands.on(Command::FindNext, this,
              [this, tabs] { tabs->currentLog() != nullptr ? m_logSearch->walk(true) : m_search->goToNext(); });
  commands.on(Command::FindPrevious, this,
              [this, tabs] { tabs->currentLog() != nullptr ? m_logSearch->walk(false) : m_search->goToPrevious(); });
  commands.on(Command::ClearSelection, this, [this] { closeSearchOrClearSelection(); });
  commands.onChecked(Command::OnlyMatches, this, [this](bool only) {
    if (TraceTab* tab = m_parts.current.tab()) {
      tab->showPage(TraceTab::Page::Timeline);
      tab->view()->scene().matches().setOnly(only);
    }
  });
}

void SearchController::connectBars() {
  connect(m_search, &SearchBar::spanRequested, &m_parts.current, &CurrentTrace::goTo);
  connect(m_search, &SearchBar::matchesChanged, this, &SearchController::showMatches);
  connect(m_search, &SearchBar::listRequested, this, &SearchController::listMatches);
  connect(m_search, &SearchBar::closeRequested, this, &SearchController::closeSearch);
  connect(m_search, &SearchBar::textChanged, this, &SearchController::activeChanged);
  connect(m_logSearch, &LogSearchBar::textChanged, this, &SearchController::activeChanged);
  connect(&m_parts.docks, &Docks::matchesRequested, m_search, &SearchBar::showMatches);
  connect(&m_parts.docks, &Docks::matchesOffered, m_search, &SearchBar::offerMatches);
  connect(m_logSearch, &LogSearchBar::lineRequested, this, [this](std::uint32_t line) {
    if (const LogTab* log = m_parts.tabs.currentLog()) {
      log->page()->goToLine(line);
    }
  });
}

void SearchController::followCurrent() {
  const CurrentTrace* current = &m_parts.current;
  const auto showOnly = [this] {
    const TimelineView* view = m_parts.current.view();
    m_parts.commands[Command::OnlyMatches]->setChecked(view != nullptr && view->scene().matches().wantsOnly());
  };
  const auto showSelection = [this] {
    if (m_parts.current.whole()) {
      m_search->setSelection(m_parts.current.selection());
    }
  };
  connect(current, &CurrentTrace::changed, this, [this, showOnly, showSelection] {
    showLog();
    m_search->setTrace(m_parts.current.whole());
    m_search->setRange(m_parts.current.chosenRange());
    m_search->setEnabled(m_parts.current.trace() != nullptr);
    showOnly();
    showSelection();
  });
  connect(current, &CurrentTrace::grown, this, [this] { m_search->setTrace(m_parts.current.trace()); });
  connect(current, &CurrentTrace::onlyMatchesChanged, this, showOnly);
  connect(current, &CurrentTrace::onlyMatchesChanged, this, &SearchController::activeChanged);
  connect(current, &CurrentTrace::selectionChanged, this, showSelection);
  connect(current, &CurrentTrace::chosenRangeChanged, this,
          [this] { m_search->setRange(m_parts.current.chosenRange()); });
}

void SearchController::showLog() {
  const LogTab* log = m_parts.tabs.currentLog();
  disconnect(m_ofLog);
  if (log != nullptr) {
    m_ofLog = connect(log->page(), &LogPage::lineChosen, m_logSearch, &LogSearchBar::setPosition);
  }
  m_logSearch->setLog(log != nullptr ? log->log() : nullptr);
  m_bars->setCurrentWidget(log != nullptr ? static_cast<QWidget*>(m_logSearch) : m_search);
}

void SearchController::showMatches(const MatchSet& matches) {
  if (m_parts.current.trace()) {
    m_parts.current.view()->scene().matches().set(matches);
  }
  m_parts.docks.showMatches(matches);
  Q_EMIT matchesChanged();
}

void SearchController::listMatches() {
  if (TraceTab* tab = m_parts.current.tab()) {
    tab->showPage(TraceTab::Page::Timeline);
    m_parts.docks.show(searchDock);
  }
}

/// Esc in the field: what is hidden comes back first, then the search goes, then the timeline has the keyboard.
void SearchController::closeSearch() {
  TraceTab* tab = m_parts.current.tab();
  if (tab == nullptr) {
    return;
  }
  if (tab->view()->scene().matches().wantsOnly()) {
    tab->view()->scene().matches().setOnly(false);
    return;
  }
  m_search->end();
  tab->setFocus();
}

void SearchController::closeSearchOrClearSelection() {
  if (LogTab* log = m_parts.tabs.currentLog()) {
    m_logSearch->isActive() ? m_logSearch->end() : log->clearSelection();
    log->setFocus();
  }
  TraceTab* tab = m_parts.current.tab();
  if (tab == nullptr) {
    return;
  }
  if (tab->view()->scene().matches().wantsOnly() || m_search->isActive()) {
    closeSearch();
  } else if (tab->view()->selection() != SpanId::none || tab->view()->scene().selection().step()) {
    tab->view()->clearSelection();
  } else {
    tab->view()->chooseRange(std::nullopt);
  }
  tab->setFocus();
}

bool SearchController::hasMatches() const {
  return m_search->matches().isActive();
}

bool SearchController::isActive() const {
  if (m_parts.tabs.currentLog() != nullptr) {
    return m_logSearch->isActive();
  }
  return m_parts.current.trace() != nullptr &&
         (m_search->isActive() || m_parts.current.view()->scene().matches().wantsOnly());
}

bool SearchController::isBusy() const {
  return m_search->isBusy() || m_logSearch->isBusy();
}

}  // namespace kernline::ui
