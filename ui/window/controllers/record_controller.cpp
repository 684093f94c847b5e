// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/record_controller.h"

#include "ui/views/record/record_panel.h"
#include "ui/window/controllers/comparison_controller.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/docks/bound_dock.h"
#include "ui/window/docks/record_dock.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QMainWindow>

namespace kernline::ui {

RecordController::RecordController(const WindowParts& parts, FileController& files, ComparisonController& comparison)
    : QObject(&parts.window), m_parts(parts), m_dock(new RecordDock(&parts.window)) {
  makeDock();
  const Commands& commands = parts.commands;
  bindDock(commands[Command::ShowRecord], m_dock);
  commands.on(Command::RunRecording, this, [this] {
    m_dock->show();
    m_dock->raise();
    m_dock->ensurePanel()->run();
  });
  commands.on(Command::FireRecording, this, [this] {
    if (RecordPanel* panel = m_dock->panel()) {
      panel->fire();
    }
  });
  commands.on(Command::StopRecording, this, [this] {
    if (RecordPanel* panel = m_dock->panel()) {
      panel->stop();
    }
  });
  connectDock(files, comparison);
}

void RecordController::makeDock() {
  m_parts.window.addDockWidget(Qt::LeftDockWidgetArea, m_dock);
  constexpr int characters = 58;
  m_parts.window.resizeDocks({m_dock}, {m_parts.window.fontMetrics().averageCharWidth() * characters}, Qt::Horizontal);
  m_dock->hide();
}

void RecordController::connectDock(FileController& files, ComparisonController& comparison) {
  connect(m_dock, &RecordDock::recordingStarted, this, [&files](const QString& path) { files.openFiles({path}); });
  connect(m_dock, &RecordDock::openRequested, this, [this, &files](const QString& path) {
    files.openFiles({path});
    endWritingOf(path);  // the history is not written any more
  });
  connect(m_dock, &RecordDock::recordingFinished, this, &RecordController::endWritingOf);
  connect(m_dock, &RecordDock::stateChanged, this, &RecordController::stateChanged);
  connect(m_dock, &RecordDock::compareRequested, this, [this, &comparison](const QStringList& paths) {
    comparison.compareFiles(paths);
    for (const QString& path : paths) {
      endWritingOf(path);
    }
  });
}

void RecordController::takeOver(const RecordController& before) {
  m_dock->takeOver(*before.m_dock);
}

bool RecordController::mayRun() const {
  return m_dock->panel() != nullptr && m_dock->panel()->mayRun();
}

bool RecordController::isRunning() const {
  return m_dock->panel() != nullptr && m_dock->panel()->isRunning();
}

bool RecordController::isArmed() const {
  return m_dock->panel() != nullptr && m_dock->panel()->isArmed();
}

void RecordController::endWritingOf(const QString& path) {
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    if (FileTab* file = m_parts.tabs.at(i); file->path() == path) {
      file->endWriting();
    }
  }
}

}  // namespace kernline::ui
