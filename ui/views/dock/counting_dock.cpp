// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/dock/counting_dock.h"

#include "ui/kit/panels/counting_panel.h"

namespace kernline::ui {

CountingDock::CountingDock(CountingPanel* panel, QObject* parent) : DockPanel(parent), m_panel(panel) {
  connect(m_panel, &CountingPanel::spanRequested, this, &DockPanel::spanRequested);
}

QWidget* CountingDock::widget() const {
  return m_panel;
}

void CountingDock::showTrace(const ShownTrace& shown) {
  m_panel->setTrace(shown.trace);
}

void CountingDock::showVisibleRange(TimeRange range) {
  m_panel->setVisibleRange(range);
}

void CountingDock::showChosenRange(std::optional<TimeRange> range) {
  m_panel->setChosenRange(range);
}

void CountingDock::showCauses() {
  m_panel->showCauses();
}

bool CountingDock::isBusy() const {
  return m_panel->isBusy();
}

}  // namespace kernline::ui
