// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/graph_controller.h"

#include "ui/views/origins/trace_origins.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QMainWindow>
#include <QPointer>

namespace kernline::ui {

GraphController::GraphController(const WindowParts& parts, FileController& files)
    : QObject(&parts.window), m_parts(parts), m_files(files) {
  parts.commands.on(Command::AddCapture, this, [this] { askForCapture(); });
  connect(&parts.current, &CurrentTrace::capturesRead, this,
          [this](const QString& outcome) { m_parts.status.showOutcome(outcome); });
}

void GraphController::askForCapture() {
  const QPointer<TraceTab> tab = m_parts.current.tab();
  const QStringList paths = m_files.askForFiles(tr("Open the capture of a CUDA graph"));
  if (tab) {
    tab->study()->origins()->addCaptures(paths);
  }
}

}  // namespace kernline::ui
