// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with logs.
#include "ui/logs/log_page.h"
#include "ui/logs/log_search_bar.h"
#include "ui/search/search_bar.h"
#include "ui/window/commands.h"
#include "ui/window/document_tabs.h"
#include "ui/window/log_tab.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QStackedWidget>

#include <utility>

namespace kernline::ui {

LogTab* MainWindow::currentLog() const {
  return qobject_cast<LogTab*>(m_tabs->current());
}

void MainWindow::connectLogs() {
  const auto onPage = [this](Command command, void (LogPage::*what)(bool)) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, what](bool shown) {
      if (LogTab* log = currentLog()) {
        (log->page()->*what)(shown);
      }
    });
  };
  connect((*m_commands)[Command::ShowOverview], &QAction::triggered, this, [this] {
    if (LogTab* log = currentLog()) {
      log->showComparison(!log->showsComparison());
    }
  });
  onPage(Command::ShowLogText, &LogPage::showText);
  onPage(Command::ShowLogChart, &LogPage::showChart);
  connect(m_logSearch, &LogSearchBar::lineRequested, this, [this](std::uint32_t line) {
    if (LogTab* log = currentLog()) {
      log->page()->goToLine(line);
    }
  });
}

void MainWindow::followLog(LogTab* log) {
  if (log != m_followedLog) {
    for (const QMetaObject::Connection& connection : std::exchange(m_logConnections, {})) {
      disconnect(connection);
    }
    m_followedLog = log;
    if (log != nullptr) {
      m_logConnections = {connect(log, &LogTab::pageChanged, this, &MainWindow::showLogState),
                          connect(log->page(), &LogPage::panesChanged, this, &MainWindow::showLogState),
                          connect(log->page(), &LogPage::lineChosen, m_logSearch, &LogSearchBar::setPosition)};
    }
  }
  m_logSearch->setLog(log != nullptr ? log->log() : nullptr);
  m_searchPlace->setCurrentWidget(log != nullptr ? static_cast<QWidget*>(m_logSearch) : m_search);
  showLogState();
}

void MainWindow::showLogState() {
  const LogTab* log = currentLog();
  if (log != nullptr) {
    (*m_commands)[Command::ShowOverview]->setChecked(log->showsComparison());
  }
  (*m_commands)[Command::ShowLogText]->setChecked(log != nullptr && log->page()->showsText());
  (*m_commands)[Command::ShowLogChart]->setChecked(log != nullptr && log->page()->showsChart());
}

void MainWindow::leaveLogSearch() {
  if (LogTab* log = currentLog()) {
    m_logSearch->isActive() ? m_logSearch->end() : log->clearSelection();
    log->setFocus();
  }
}

void MainWindow::find() {
  currentLog() != nullptr ? m_logSearch->begin() : m_search->begin();
}

void MainWindow::findNeighbour(bool forward) {
  if (currentLog() != nullptr) {
    m_logSearch->walk(forward);
  } else {
    forward ? m_search->goToNext() : m_search->goToPrevious();
  }
}

}  // namespace kernline::ui
