// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

class QAction;
class QDockWidget;

namespace kernline::ui {

/// Action of a command's keys on a dock that is visible but not focused.
enum class DockKeys : std::uint8_t { Close, ReachFirst };

/// Synchronizes a checkable command and a dock, whichever changes first.
void bindDock(QAction* action, QDockWidget* dock, DockKeys keys = DockKeys::Close);

}  // namespace kernline::ui
