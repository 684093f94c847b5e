// SPDX-License-Identifier: GPL-3.0-or-later
// The page that records, and the recordings that it makes.
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/record_panel.h"
#include "ui/window/bound_dock.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/main_window.h"
#include "ui/window/record_dock.h"

#include <QAction>

#include <memory>
#include <vector>

namespace kernline::ui {

void MainWindow::buildRecordDock() {
  m_record = new RecordDock(this);
  addDockWidget(Qt::LeftDockWidgetArea, m_record);
  constexpr int characters = 58;
  resizeDocks({m_record}, {fontMetrics().averageCharWidth() * characters}, Qt::Horizontal);
  m_record->hide();
}

void MainWindow::connectRecord() {
  bindDock((*m_commands)[Command::ShowRecord], m_record);
  connect((*m_commands)[Command::RunRecording], &QAction::triggered, this, [this] {
    m_record->show();
    m_record->raise();
    m_record->ensurePanel()->run();
  });
  connect((*m_commands)[Command::StopRecording], &QAction::triggered, this, [this] {
    if (RecordPanel* panel = m_record->panel()) {
      panel->stop();
    }
  });
  connect(m_record, &RecordDock::recordingBegan, this, [this](const QString& path) { open({path}); });
  connect(m_record, &RecordDock::openRequested, this, [this](const QString& path) {
    open({path});
    endWritingOf(path);  // of the history: nobody writes it any more
  });
  connect(m_record, &RecordDock::recordingEnded, this, &MainWindow::endWritingOf);
  connect(m_record, &RecordDock::compareRequested, this, [this](const QStringList& paths) {
    compareFiles(paths);
    for (const QString& path : paths) {
      endWritingOf(path);
    }
  });
}

void MainWindow::endWritingOf(const QString& path) {
  for (int i = 0; i < m_tabs->count(); ++i) {
    auto* document = qobject_cast<DocumentTab*>(m_tabs->at(i));
    if (document != nullptr && document->path() == path) {
      document->endWriting();
    }
  }
}

}  // namespace kernline::ui
