// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_dock.h"

#include "ui/views/dock/counting_dock.h"
#include "ui/views/modules/modules_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class ModulesDock : public CountingDock {
 public:
  explicit ModulesDock(ModulesPanel* panel, QObject* parent) : CountingDock(panel, parent), m_panel(panel) {}

  void showTrace(const ShownTrace& shown) override {
    m_panel->setOrigins(shown.origins);
    CountingDock::showTrace(shown);
  }

 private:
  ModulesPanel* m_panel;
};

}  // namespace

constinit const DockKind modulesDock{
    .name = "modules",
    .title = QT_TRANSLATE_NOOP("Words", "Modules"),
    .text = QT_TRANSLATE_NOOP("Words", "&Modules"),
    .shortcut = "Shift+F12",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the GPU time of the modules of a network"),
    .openedLines = 18,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new ModulesDock(new ModulesPanel(parent), parent); },
};

}  // namespace kernline::ui
