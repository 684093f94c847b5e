// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/modules/modules_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class ModulesDock : public DockPanel {
 public:
  explicit ModulesDock(QWidget* parent) : DockPanel(parent), m_panel(new ModulesPanel(parent)) {
    connect(m_panel, &ModulesPanel::spanRequested, this, &DockPanel::spanRequested);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override { m_panel->setTrace(shown.trace); }
  void showVisibleRange(TimeRange range) override { m_panel->setVisibleRange(range); }
  void showChosenRange(std::optional<TimeRange> range) override { m_panel->setChosenRange(range); }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }

 private:
  ModulesPanel* m_panel;
};

}  // namespace

constinit const DockKind modulesDock{
    .name = "modules",
    .title = QT_TRANSLATE_NOOP("Words", "Modules"),
    .text = QT_TRANSLATE_NOOP("Words", "Modules (&J)"),  // the other letters of the menu are taken
    .shortcut = "Shift+F12",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the GPU time of the modules of a network"),
    .openedLines = 18,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new ModulesDock(parent); },
};

}  // namespace kernline::ui
