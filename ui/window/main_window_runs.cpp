// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing the traces that are open.
#include "ui/runs/runs_window.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/log_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/stored_path.h"

#include <QAction>

#include <utility>

namespace kernline::ui {

namespace {

QStringList identities(const QStringList& paths) {
  QStringList made;
  for (const QString& path : paths) {
    made << pathIdentity(path);
  }
  return made;
}

}  // namespace

void MainWindow::connectRuns() {
  connect((*m_commands)[Command::CompareTraces], &QAction::triggered, this, &MainWindow::compareTraces);
  connect(m_tabs, &DocumentTabs::documentChanged, this, &MainWindow::showRunsToCompare);
  connect(m_tabs, &DocumentTabs::opened, this, &MainWindow::showRunsToCompare);  // in the background too
}

void MainWindow::makeRunsWindow() {
  m_runs = new RunsWindow(this);
  m_runs->setAttribute(Qt::WA_DeleteOnClose);
  m_runs->resize(size());
  // What is opened from the comparison joins it.
  connect(m_runs, &RunsWindow::openRequested, this, [this] {
    const QStringList paths = askForFiles(tr("Compare with traces"));
    m_runs->expectMore(identities(paths));
    open(paths);
    showRunsToCompare();
  });
}

void MainWindow::compareTraces() {
  const DocumentTab* document = currentDocument();
  if (m_runs == nullptr) {
    makeRunsWindow();
    showRunsToCompare();
    m_runs->choose(document != nullptr ? document->trace() : nullptr, nullptr);
  }
  m_runs->show();
  m_runs->raise();
  m_runs->activateWindow();
}

void MainWindow::compareFiles(const QStringList& paths) {
  if (m_runs == nullptr) {
    makeRunsWindow();
  }
  m_runs->expect(identities(paths));
  open(paths);
  showRunsToCompare();
  m_runs->show();
  m_runs->raise();
  m_runs->activateWindow();
}

/// The choice follows the open files.
void MainWindow::showRunsToCompare() {
  if (m_runs == nullptr) {
    return;
  }
  std::vector<OpenRun> runs;
  for (int i = 0; i < m_tabs->count(); ++i) {
    const auto* document = qobject_cast<const DocumentTab*>(m_tabs->at(i));
    if (document != nullptr && document->state() == FileTab::State::Ready && document->trace()) {
      runs.push_back({.title = document->title(),
                      .path = pathIdentity(document->path()),
                      .trace = document->trace(),
                      .index = document->view()->queryIndex()});
    }
  }
  std::vector<std::shared_ptr<const Log>> logs;
  for (int i = 0; i < m_tabs->count(); ++i) {
    if (const auto* log = qobject_cast<const LogTab*>(m_tabs->at(i)); log != nullptr && log->log() != nullptr) {
      logs.push_back(log->log());
    }
  }
  m_runs->setLogs(std::move(logs));
  m_runs->setRuns(std::move(runs));
}

}  // namespace kernline::ui
