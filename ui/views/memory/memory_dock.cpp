// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/memory/memory_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class MemoryDock : public DockPanel {
 public:
  explicit MemoryDock(QWidget* parent) : DockPanel(parent), m_panel(new MemoryPanel(parent)) {
    connect(m_panel, &MemoryPanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &MemoryPanel::exportRequested, this, &DockPanel::tableExportRequested);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_panel->setTrace(shown.trace, shown.trace ? shown.view : nullptr, shown.quality);
  }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }
  [[nodiscard]] QString whyEmpty() const override {
    return m_panel->hasMemory() ? QString() : MemoryPanel::emptyText();
  }

 private:
  MemoryPanel* m_panel;
};

}  // namespace

constinit const DockKind memoryDock{
    .name = "memory",
    .title = QT_TRANSLATE_NOOP("Words", "Memory"),
    .text = QT_TRANSLATE_NOOP("Words", "Memor&y"),
    .shortcut = "Ctrl+M",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the memory of this trace over time"),
    .needs = Needs::Trace,
    .openedLines = 28,  // a curve, and below it what was alive
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new MemoryDock(parent); },
};

}  // namespace kernline::ui
