// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/comparison_controller.h"

#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"
#include "ui/window/tabs/stored_path.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QMainWindow>
#include <QShortcut>

#include <utility>
#include <vector>

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

ComparisonController::ComparisonController(const WindowParts& parts, FileController& files)
    : QObject(&parts.window), m_parts(parts), m_files(files) {
  parts.commands.on(Command::CompareTraces, this, [this] { compareOpenTraces(); });
  const FileTabs* tabs = &parts.tabs;
  connect(tabs, &FileTabs::currentFileChanged, this, &ComparisonController::noteFront);
  connect(tabs, &FileTabs::currentFileChanged, this, &ComparisonController::offerOpenFiles);
  // Emitted for files in the background too.
  connect(tabs, &FileTabs::fileReady, this, &ComparisonController::offerOpenFiles);
  connect(tabs, &FileTabs::fileRefused, this, &ComparisonController::offerOpenFiles);
  connect(tabs, &FileTabs::comparisonRequested, this, &ComparisonController::compareOfExperiment);
  connect(tabs, &FileTabs::ranksRequested, this, &ComparisonController::compareRanks);
}

void ComparisonController::makeWindow() {
  m_runs = new RunsWindow(&m_parts.window);
  m_runs->setAttribute(Qt::WA_DeleteOnClose);
  m_runs->resize(m_parts.window.size());
  if (m_keepsChoices) {
    m_runs->keepChoices();
  }
  connect(m_runs, &RunsWindow::openRequested, this, &ComparisonController::askForMore);
  connect(m_runs, &RunsWindow::openInsteadRequested, this, &ComparisonController::openInstead);
  connect(m_runs, &RunsWindow::memoryRequested, this, &ComparisonController::compareMemory);
  // The help of every window has the same keys.
  const QList<QKeySequence> shortcuts = m_parts.commands[Command::Shortcuts]->shortcuts();
  QStringList keys;
  for (const QKeySequence& key : shortcuts) {
    keys << key.toString(QKeySequence::NativeText);
  }
  auto* help = new QShortcut(m_runs);
  help->setKeys(shortcuts);
  connect(help, &QShortcut::activated, m_runs, [runs = m_runs, keys] {
    const QString swap = RunStrip::swapKey().toString(QKeySequence::NativeText);
    (new ShortcutSheet(comparisonShortcuts(keys, swap), runs))->open();
  });
}

void ComparisonController::showWindow() {
  m_runs->show();
  m_runs->raise();
  m_runs->activateWindow();
}

/// Files that are opened from the comparison join it.
void ComparisonController::askForMore() {
  openMore(m_files.askForFiles(tr("Compare with traces")));
}

/// The first of several takes the place of a run.
void ComparisonController::openInstead(std::size_t run) {
  const QStringList paths = m_files.askForFiles(tr("Replace a run"));
  if (!paths.isEmpty()) {
    m_runs->expectInstead(run, pathIdentity(paths.front()));
    openMore(paths);
  }
}

void ComparisonController::openMore(const QStringList& paths) {
  m_runs->expectMore(identities(paths));
  m_files.openFiles(paths);
  offerOpenFiles();
  m_runs->raise();
  m_runs->activateWindow();
}

/// Overlays the memory of a memory file and that of a run.
void ComparisonController::compareMemory(int number, const std::shared_ptr<const Trace>& base) {
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    auto* memory = qobject_cast<MemoryTab*>(m_parts.tabs.at(i));
    if (memory == nullptr || memory->state() != FileTab::State::Ready || number-- > 0) {
      continue;
    }
    m_parts.tabs.setCurrentIndex(i);
    for (const MemorySource& other : m_parts.tabs.memorySources(memory)) {
      if (other.trace != nullptr && other.trace == base) {
        memory->page()->compareWith(other);
      }
    }
    m_parts.window.activateWindow();
    m_parts.window.raise();
    return;
  }
}

void ComparisonController::noteFront() {
  const TraceTab* front = m_parts.current.tab();
  if (front != nullptr && front != m_front) {
    m_before = std::exchange(m_front, front);
  }
}

/// Whether a file besides the one in front is a trace, or may become one.
bool ComparisonController::hasOthers() const {
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    const FileTab* tab = m_parts.tabs.at(i);
    const bool mayBeTrace = tab->state() == FileTab::State::Loading ||
                            (tab->state() == FileTab::State::Ready && qobject_cast<const TraceTab*>(tab) != nullptr);
    if (tab != m_parts.current.tab() && mayBeTrace) {
      return true;
    }
  }
  return false;
}

/// Compares the trace in front with the one that was in front before it.
void ComparisonController::compareOpenTraces() {
  if (!hasOthers()) {
    askForOther();
    return;
  }
  if (m_runs == nullptr) {
    makeWindow();
    offerOpenFiles();
    m_runs->chooseSeen(m_parts.current.trace(), m_before == nullptr ? nullptr : m_before->trace());
  } else {
    m_runs->showSeen(m_parts.current.trace());
  }
  showWindow();
}

/// Compares a single trace with files that the user chooses.
void ComparisonController::askForOther() {
  const TraceTab* front = m_parts.current.tab();
  if (front == nullptr) {
    return;
  }
  QStringList paths = m_files.askForFiles(tr("Compare with traces"));
  paths.removeAll(front->path());
  if (!paths.isEmpty()) {
    compareFiles(QStringList{front->path()} + paths);
  }
}

void ComparisonController::compareFiles(const QStringList& paths) {
  compareExpected(paths, ChosenRuns::Base::Guessed);
}

void ComparisonController::compareExpected(const QStringList& paths, ChosenRuns::Base base) {
  if (paths.isEmpty()) {
    return;
  }
  if (m_runs == nullptr) {
    makeWindow();
  }
  m_runs->expect(identities(paths), base);
  m_files.openFiles(paths);
  offerOpenFiles();
  showWindow();
}

/// Two ranks of a run, at a step.
void ComparisonController::compareRanks(const QString& base, const QString& other, TimeRange ofBase) {
  compareExpected({base, other}, ChosenRuns::Base::First);
  m_runs->showMode(RunsWindow::Mode::Differences);
  m_runs->showInBase(pathIdentity(base), ofBase);
}

/// Logs alone are compared in their tab; with runs, they are in the matrix.
void ComparisonController::compareOfExperiment(const QStringList& runs, const QStringList& logs) {
  if (runs.isEmpty()) {
    return;
  }
  m_files.openFiles(logs);
  compareFiles(runs);
  m_runs->showMode(logs.isEmpty() ? RunsWindow::Mode::Differences : RunsWindow::Mode::Matrix);
}

/// The choice follows the open files.
void ComparisonController::offerOpenFiles() {
  if (m_runs == nullptr) {
    return;
  }
  std::vector<OpenRun> runs;
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    const auto* trace = qobject_cast<const TraceTab*>(m_parts.tabs.at(i));
    if (trace != nullptr && trace->state() == FileTab::State::Ready && trace->trace()) {
      runs.push_back({.title = trace->title(),
                      .path = pathIdentity(trace->path()),
                      .trace = trace->trace(),
                      .index = trace->view()->scene().sharedIndex(),
                      .measured = trace->study()->reports()->measured()});
      connect(trace->study()->reports(), &TraceReports::changed, this, &ComparisonController::offerOpenFiles,
              Qt::UniqueConnection);
    }
  }
  std::vector<std::shared_ptr<const Log>> logs;
  QStringList logTitles;
  QStringList memories;
  QStringList noTraces;
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    const FileTab* tab = m_parts.tabs.at(i);
    const bool isOver = tab->state() != FileTab::State::Loading;
    if (isOver && (qobject_cast<const TraceTab*>(tab) == nullptr || tab->state() != FileTab::State::Ready)) {
      noTraces << pathIdentity(tab->path());
    }
    if (const auto* log = qobject_cast<const LogTab*>(m_parts.tabs.at(i)); log != nullptr && log->log() != nullptr) {
      logs.push_back(log->log());
      logTitles << log->title();
    }
    if (const auto* memory = qobject_cast<const MemoryTab*>(m_parts.tabs.at(i));
        memory != nullptr && memory->state() == FileTab::State::Ready) {
      memories << memory->title();
    }
  }
  m_runs->setLogs(std::move(logs));
  m_runs->setRuns(std::move(runs));
  m_runs->setOthers(logTitles, memories);
  m_runs->cancelExpected(noTraces);
}

}  // namespace kernline::ui
