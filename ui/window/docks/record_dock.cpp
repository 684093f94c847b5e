// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks/record_dock.h"

#include "ui/views/record/record_panel.h"

#include <QStandardPaths>

namespace kernline::ui {

RecordDock::RecordDock(QWidget* parent) : QDockWidget(tr("Record"), parent) {
  setObjectName(QStringLiteral("recordDock"));
  setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
}

RecordPanel* RecordDock::ensurePanel() {
  if (m_panel == nullptr) {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs");
    m_panel = new RecordPanel(folder, this);
    setWidget(m_panel);
    connect(m_panel, &RecordPanel::recordingStarted, this, &RecordDock::recordingStarted);
    connect(m_panel, &RecordPanel::recordingFinished, this, &RecordDock::recordingFinished);
    connect(m_panel, &RecordPanel::openRequested, this, &RecordDock::openRequested);
    connect(m_panel, &RecordPanel::compareRequested, this, &RecordDock::compareRequested);
    connect(m_panel, &RecordPanel::stateChanged, this, &RecordDock::stateChanged);
    m_panel->ask();
  }
  return m_panel;
}

void RecordDock::takeOver(const RecordDock& before) {
  if (before.m_panel != nullptr) {
    ensurePanel()->takeOver(*before.m_panel);
  }
}

void RecordDock::showEvent(QShowEvent* event) {
  ensurePanel();
  QDockWidget::showEvent(event);
}

}  // namespace kernline::ui
