// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QDockWidget;

namespace kernline::ui {

/// Keeps a checkable command and a dock in step, whoever changes first.
void bindDock(QAction* action, QDockWidget* dock);

}  // namespace kernline::ui
