// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_dock.h"

#include "ui/views/dock/counting_dock.h"
#include "ui/views/inference/inference_panel.h"

#include <QCoreApplication>

namespace kernline::ui {

constinit const DockKind inferenceDock{
    .name = "inference",
    .title = QT_TRANSLATE_NOOP("Words", "Inference"),
    .text = QT_TRANSLATE_NOOP("Words", "&Inference"),
    .shortcut = "Ctrl+F12",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the iterations of an inference engine"),
    .openedLines = 20,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new CountingDock(new InferencePanel(parent), parent); },
};

}  // namespace kernline::ui
