// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_dock.h"

#include "ui/views/dock/counting_dock.h"
#include "ui/views/work/work_panel.h"

#include <QCoreApplication>

namespace kernline::ui {

constinit const DockKind workDock{
    .name = "work",
    .title = QT_TRANSLATE_NOOP("Words", "Roofline"),
    .text = QT_TRANSLATE_NOOP("Words", "&Roofline"),
    .shortcut = "Ctrl+F8",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide FLOPs, bytes and roofline"),
    .openedLines = 23,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new CountingDock(new WorkPanel(parent), parent); },
};

}  // namespace kernline::ui
