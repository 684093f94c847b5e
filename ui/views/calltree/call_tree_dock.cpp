// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_dock.h"

#include "ui/views/calltree/call_tree_panel.h"
#include "ui/views/dock/dock_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class CallTreeDock : public DockPanel {
 public:
  explicit CallTreeDock(QWidget* parent) : DockPanel(parent), m_panel(new CallTreePanel(parent)) {
    connect(m_panel, &CallTreePanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &CallTreePanel::matchesFound, this, &DockPanel::matchesOffered);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override { m_panel->setTrace(shown.trace); }
  void showVisibleRange(TimeRange range) override { m_panel->setVisibleRange(range); }
  void showChosenRange(std::optional<TimeRange> range) override { m_panel->setChosenRange(range); }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }

 private:
  CallTreePanel* m_panel;
};

}  // namespace

constinit const DockKind callTreeDock{
    .name = "callTree",
    .title = QT_TRANSLATE_NOOP("Words", "Call tree"),
    .text = QT_TRANSLATE_NOOP("Words", "Ca&ll tree"),
    .shortcut = "F12",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the call tree and the flame graph"),
    .openedLines = 24,  // stacks are deep
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new CallTreeDock(parent); },
};

}  // namespace kernline::ui
