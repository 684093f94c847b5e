// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace kernline::ui {

/// Makes the menu for the memory that reading files may take. The menu is the window's; `isKept`: stored in the user's
/// settings too.
[[nodiscard]] QMenu* memoryLimitMenu(QWidget& window, bool isKept);

}  // namespace kernline::ui
