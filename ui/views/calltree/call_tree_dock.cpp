// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_dock.h"

#include "ui/views/calltree/call_tree_panel.h"
#include "ui/views/dock/counting_dock.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

DockPanel* makeCallTree(QWidget* parent) {
  auto* panel = new CallTreePanel(parent);
  auto* dock = new CountingDock(panel, parent);
  QObject::connect(panel, &CallTreePanel::matchesFound, dock, &DockPanel::matchesOffered);
  return dock;
}

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
    .make = makeCallTree,
};

}  // namespace kernline::ui
