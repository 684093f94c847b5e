// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice/advice_dock.h"

#include "ui/views/advice/advice_panel.h"
#include "ui/views/dock/counting_dock.h"

#include <QCoreApplication>

namespace kernline::ui {

namespace {

class AdviceDock : public CountingDock {
 public:
  AdviceDock(AdvicePanel* panel, QObject* parent) : CountingDock(panel, parent) {
    connect(panel, &AdvicePanel::whatIfRequested, this, &DockPanel::whatIfRequested);
  }
};

}  // namespace

constinit const DockKind adviceDock{
    .name = "advice",
    .title = QT_TRANSLATE_NOOP("Words", "What to optimize"),
    .text = QT_TRANSLATE_NOOP("Words", "What to &optimize"),
    .shortcut = "Shift+F6",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide optimization suggestions and their maximum savings"),
    .openedLines = 18,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new AdviceDock(new AdvicePanel(parent), parent); },
};

}  // namespace kernline::ui
