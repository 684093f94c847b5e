// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_dock.h"

#include "ui/views/dock/counting_dock.h"
#include "ui/views/whatif/whatif_panel.h"

#include <QCoreApplication>

namespace kernline::ui {

constinit const DockKind whatIfDock{
    .name = "whatIf",
    .title = QT_TRANSLATE_NOOP("Words", "What if"),
    .text = QT_TRANSLATE_NOOP("Words", "What i&f"),
    .shortcut = "Ctrl+F6",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the step without the profiler, with changes, and what decides it"),
    .openedLines = 18,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new CountingDock(new WhatIfPanel(parent), parent); },
};

}  // namespace kernline::ui
