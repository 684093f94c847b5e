// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing the traces that are open.
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/log_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/memory_tab.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/stored_path.h"

#include <QAction>
#include <QShortcut>

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
  connect(m_tabs, &DocumentTabs::refused, this, &MainWindow::showRunsToCompare);
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
    m_runs->raise();
    m_runs->activateWindow();
  });
  connect(m_runs, &RunsWindow::memoryRequested, this, &MainWindow::compareMemory);
  // The help of every window has the same keys.
  QStringList keys;
  for (const QKeySequence& key : (*m_commands)[Command::Shortcuts]->shortcuts()) {
    keys << key.toString(QKeySequence::NativeText);
  }
  auto* help = new QShortcut(m_runs);
  help->setKeys((*m_commands)[Command::Shortcuts]->shortcuts());
  connect(help, &QShortcut::activated, m_runs,
          [runs = m_runs, keys] { (new ShortcutSheet(comparisonShortcuts(keys), runs))->open(); });
}

/// Lays the memory of a file about memory alone over that of a run.
void MainWindow::compareMemory(int number, const std::shared_ptr<const Trace>& base) {
  for (int i = 0; i < m_tabs->count(); ++i) {
    auto* memory = qobject_cast<MemoryTab*>(m_tabs->at(i));
    if (memory == nullptr || memory->state() != FileTab::State::Ready || number-- > 0) {
      continue;
    }
    m_tabs->setCurrentIndex(i);
    for (const MemorySource& other : m_tabs->memorySources(memory)) {
      if (other.trace != nullptr && other.trace == base) {
        memory->page()->compareWith(other);
      }
    }
    activateWindow();
    raise();
    return;
  }
}

/// The trace of the first tab is the base, as the one named first is on the command line. Against it stands the one
/// that is being looked at, else the last.
void MainWindow::compareTraces() {
  const DocumentTab* document = currentDocument();
  if (m_runs == nullptr) {
    makeRunsWindow();
    showRunsToCompare();
    m_runs->chooseOther(document != nullptr ? document->trace() : nullptr);
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
  QStringList logTitles;
  QStringList memories;
  QStringList noTraces;
  for (int i = 0; i < m_tabs->count(); ++i) {
    const FileTab* tab = m_tabs->at(i);
    const bool isOver = tab->state() != FileTab::State::Loading;
    if (isOver && (qobject_cast<const DocumentTab*>(tab) == nullptr || tab->state() != FileTab::State::Ready)) {
      noTraces << pathIdentity(tab->path());
    }
    if (const auto* log = qobject_cast<const LogTab*>(m_tabs->at(i)); log != nullptr && log->log() != nullptr) {
      logs.push_back(log->log());
      logTitles << log->title();
    }
    if (const auto* memory = qobject_cast<const MemoryTab*>(m_tabs->at(i));
        memory != nullptr && memory->state() == FileTab::State::Ready) {
      memories << memory->title();
    }
  }
  m_runs->setLogs(std::move(logs));
  m_runs->setRuns(std::move(runs));
  m_runs->setOthers(logTitles, memories);
  m_runs->forgo(noTraces);
}

}  // namespace kernline::ui
