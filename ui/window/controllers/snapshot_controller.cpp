// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/snapshot_controller.h"

#include "ui/views/memory/memory_dock.h"
#include "ui/views/memory/memory_panel.h"
#include "ui/views/memory/trace_snapshots.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/docks/docks.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QMainWindow>
#include <QPointer>

namespace kernline::ui {

SnapshotController::SnapshotController(const WindowParts& parts, FileController& files)
    : QObject(&parts.window), m_parts(parts), m_files(files) {
  parts.commands.on(Command::AddSnapshot, this, [this] { askForSnapshot(); });
  connect(&parts.current, &CurrentTrace::snapshotsRead, this,
          [this](const QString& outcome) { m_parts.status.showOutcome(outcome); });
  connect(&parts.current, &CurrentTrace::snapshotsJoined, this, &SnapshotController::showMemory);
}

void SnapshotController::askForSnapshot() {
  const QPointer<TraceTab> tab = m_parts.current.tab();
  const QStringList paths = m_files.askForFiles(tr("Open a memory snapshot"));
  if (tab) {
    tab->study()->snapshots()->addSnapshots(paths);
  }
}

void SnapshotController::showMemory() {
  if (auto* panel = m_parts.docks.find<MemoryPanel>()) {
    panel->look();
  }
  m_parts.docks.show(memoryDock);
}

}  // namespace kernline::ui
