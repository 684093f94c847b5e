// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with logs.
#include "ui/kit/language/qt_text.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/logs/log_search_bar.h"
#include "ui/views/search/search_bar.h"
#include "ui/window/commands.h"
#include "ui/window/document_tabs.h"
#include "ui/window/log_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/stored_path.h"

#include <QAction>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>
#include <utility>
#include <vector>

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
                          connect(log, &LogTab::othersRequested, this, &MainWindow::fillComparisonMenu),
                          connect(log, &LogTab::lineRequested, this, &MainWindow::goToLineOf),
                          connect(log->page(), &LogPage::lineChosen, m_logSearch, &LogSearchBar::setPosition)};
    }
  }
  // The page of a log compares what it measured: the button says so, the menu has one word for both.
  (*m_commands)[Command::ShowOverview]->setIconText(log != nullptr ? tr("Compare") : QString());
  m_logSearch->setLog(log != nullptr ? log->log() : nullptr);
  m_searchPlace->setCurrentWidget(log != nullptr ? static_cast<QWidget*>(m_logSearch) : m_search);
  showLogState();
}

/// The other open logs, ticked where they are compared.
void MainWindow::fillComparisonMenu(QMenu& menu) {
  LogTab* log = currentLog();
  if (log == nullptr) {
    return;
  }
  std::vector<std::shared_ptr<const Log>> open;
  for (int i = 0; i < m_tabs->count(); ++i) {
    const auto* other = qobject_cast<const LogTab*>(m_tabs->at(i));
    if (other == nullptr || other == log || other->log() == nullptr) {
      continue;
    }
    open.push_back(other->log());
    QAction* action = menu.addAction(other->title().replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setCheckable(true);
    action->setChecked(std::ranges::find(log->comparedWith(), other->log()) != log->comparedWith().end());
    connect(action, &QAction::toggled, log, [log, which = other->log()](bool isChosen) {
      auto compared = log->comparedWith();
      std::erase(compared, which);
      if (isChosen) {
        compared.push_back(which);
      }
      log->compareWith(std::move(compared));
    });
  }
  if (open.size() > 1) {
    menu.addSeparator();
    connect(menu.addAction(tr("&All open logs")), &QAction::triggered, log, [log, open] { log->compareWith(open); });
  }
  menu.addSeparator();
  connect(menu.addAction(tr("Add &logs…")), &QAction::triggered, this, &MainWindow::chooseComparedFiles);
}

void MainWindow::chooseComparedFiles() {
  compareWith(askForFiles(tr("Compare with logs")));
}

void MainWindow::compareWith(const QStringList& paths) {
  LogTab* log = currentLog();
  if (log == nullptr || paths.isEmpty()) {
    return;
  }
  m_comparing = log;
  m_compared.clear();
  for (const QString& path : paths) {
    m_compared << pathIdentity(path);
  }
  for (const QString& path : paths) {
    open({path});
    joinComparison(path);
  }
  m_tabs->setCurrentWidget(log);
}

bool MainWindow::isCompared(const QString& path) const {
  return m_compared.contains(pathIdentity(path)) || m_compared.contains(pathIdentity(storedPath(path)));
}

/// A file has arrived, or was there: its logs join, which are several in an archive, in place of what they were before.
void MainWindow::joinComparison(const QString& path) {
  if (m_comparing == nullptr || !isCompared(path)) {
    return;
  }
  auto compared = m_comparing->comparedWith();
  for (int i = 0; i < m_tabs->count(); ++i) {
    const auto* other = qobject_cast<const LogTab*>(m_tabs->at(i));
    if (other == nullptr || other == m_comparing || other->log() == nullptr || !isCompared(other->path())) {
      continue;
    }
    const auto isSame = [&](const auto& log) { return pathIdentity(qt(log->path())) == pathIdentity(other->path()); };
    if (const auto known = std::ranges::find_if(compared, isSame); known != compared.end()) {
      *known = other->log();
    } else {
      compared.push_back(other->log());
    }
  }
  if (compared != m_comparing->comparedWith()) {
    m_comparing->compareWith(std::move(compared));
  }
}

void MainWindow::goToLineOf(const QString& path, std::uint32_t line) {
  open({path});
  if (LogTab* log = currentLog(); log != nullptr && log->log() != nullptr) {
    log->goToLine(line);
  }
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
