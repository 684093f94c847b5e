// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing the traces that are open.
#include "ui/runs/runs_window.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace kernline::ui {

void MainWindow::connectRuns() {
  connect((*m_commands)[Command::CompareTraces], &QAction::triggered, this, &MainWindow::compareTraces);
  connect(m_tabs, &DocumentTabs::documentChanged, this, &MainWindow::showRunsToCompare);
}

void MainWindow::compareTraces() {
  const DocumentTab* document = currentDocument();
  if (m_runs == nullptr) {
    m_runs = new RunsWindow(this);
    m_runs->setAttribute(Qt::WA_DeleteOnClose);
    m_runs->resize(size());
    connect(m_runs, &RunsWindow::openRequested, this, &MainWindow::openDialog);
    showRunsToCompare();
    m_runs->choose(document != nullptr ? document->trace() : nullptr, nullptr);
  }
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
      runs.push_back({.title = document->title(), .trace = document->trace(), .index = document->view()->queryIndex()});
    }
  }
  m_runs->setRuns(std::move(runs));
}

}  // namespace kernline::ui
