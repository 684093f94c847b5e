// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/log_controller.h"

#include "ui/kit/language/mnemonic.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/logs/log_page.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/stored_path.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::ui {

LogController::LogController(const WindowParts& parts, FileController& files)
    : QObject(&parts.window), m_parts(parts), m_files(files) {
  const auto onPage = [this](Command command, void (LogPage::*what)(bool)) {
    m_parts.commands.onChecked(command, this, [this, what](bool shown) {
      if (const LogTab* log = m_parts.tabs.currentLog()) {
        (log->page()->*what)(shown);
      }
    });
  };
  onPage(Command::ShowLogText, &LogPage::showText);
  onPage(Command::ShowLogChart, &LogPage::showChart);
  parts.commands.on(Command::ShowOverview, this, [this] {
    if (LogTab* log = m_parts.tabs.currentLog()) {
      log->showComparison(!log->showsComparison());
    }
  });
  connect(&parts.current, &CurrentTrace::changed, this, [this] { follow(m_parts.tabs.currentLog()); });
  connect(&parts.tabs, &FileTabs::fileReady, this, &LogController::joinComparison);
  // The tab of a loaded file becomes the current one only after this signal.
  connect(&parts.tabs, &FileTabs::fileReady, this, &LogController::beginAwaited, Qt::QueuedConnection);
  connect(&parts.tabs, &FileTabs::comparisonRequested, this, &LogController::compareOfExperiment);
}

void LogController::follow(LogTab* log) {
  if (log != m_followed) {
    for (const QMetaObject::Connection& connection : std::exchange(m_connections, {})) {
      disconnect(connection);
    }
    m_followed = log;
    if (log != nullptr) {
      m_connections = {connect(log, &LogTab::pageChanged, this, &LogController::showState),
                       connect(log->page(), &LogPage::panesChanged, this, &LogController::showState),
                       connect(log, &LogTab::othersRequested, this, &LogController::fillComparisonMenu),
                       connect(log, &LogTab::lineRequested, this, &LogController::goToLineOf)};
    }
  }
  // The page of a log compares what it measured: the button says so, the menu has one word for both.
  QAction* overview = m_parts.commands[Command::ShowOverview];
  overview->setIconText(log != nullptr ? tr("Compare") : withoutMnemonic(overview->text()));
  showState();
}

/// The other open logs, ticked where they are compared.
void LogController::fillComparisonMenu(QMenu& menu) {
  LogTab* log = m_parts.tabs.currentLog();
  if (log == nullptr) {
    return;
  }
  std::vector<std::shared_ptr<const Log>> open;
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    const auto* other = qobject_cast<const LogTab*>(m_parts.tabs.at(i));
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
  connect(menu.addAction(tr("Add &logs…")), &QAction::triggered, this,
          [this] { compareWith(m_files.askForFiles(tr("Compare with logs"))); });
}

void LogController::compareWith(const QStringList& paths) {
  LogTab* log = m_parts.tabs.currentLog();
  if (log == nullptr || paths.isEmpty()) {
    return;
  }
  m_comparing = log;
  m_compared.clear();
  for (const QString& path : paths) {
    m_compared << pathIdentity(path);
  }
  for (const QString& path : paths) {
    m_files.openFiles({path});
    joinComparison(path);
  }
  m_parts.tabs.setCurrentWidget(log);
}

void LogController::compareOfExperiment(const QStringList& runs, const QStringList& logs) {
  if (runs.isEmpty() && !logs.isEmpty()) {
    m_awaited = logs;
    m_files.openFiles({logs.first()});
    beginAwaited();
  }
}

/// The first log has arrived, or was there: it shows its comparison, with the others as they come.
void LogController::beginAwaited() {
  LogTab* log = m_parts.tabs.currentLog();
  if (m_awaited.isEmpty() || log == nullptr || log->log() == nullptr ||
      pathIdentity(log->path()) != pathIdentity(m_awaited.first())) {
    return;
  }
  const QStringList others = std::exchange(m_awaited, {}).mid(1);
  log->showComparison(true);
  compareWith(others);
}

bool LogController::isCompared(const QString& path) const {
  return m_compared.contains(pathIdentity(path)) || m_compared.contains(pathIdentity(storedPath(path)));
}

/// A file has arrived, or was there: its logs join, which are several in an archive, in place of what they were before.
void LogController::joinComparison(const QString& path) {
  if (m_comparing == nullptr || !isCompared(path)) {
    return;
  }
  auto compared = m_comparing->comparedWith();
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    const auto* other = qobject_cast<const LogTab*>(m_parts.tabs.at(i));
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

void LogController::goToLineOf(const QString& path, std::uint32_t line) {
  m_files.openFiles({path});
  if (LogTab* log = m_parts.tabs.currentLog(); log != nullptr && log->log() != nullptr) {
    log->goToLine(line);
  }
}

void LogController::showState() {
  const LogTab* log = m_parts.tabs.currentLog();
  if (log != nullptr) {
    m_parts.commands[Command::ShowOverview]->setChecked(log->showsComparison());
  }
  m_parts.commands[Command::ShowLogText]->setChecked(log != nullptr && log->page()->showsText());
  m_parts.commands[Command::ShowLogChart]->setChecked(log != nullptr && log->page()->showsChart());
}

}  // namespace kernline::ui
