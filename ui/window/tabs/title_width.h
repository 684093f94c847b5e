// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline::ui {

/// How wide the names of rows are in the settings, in pixels; 0 for the default.
[[nodiscard]] int storedTitleWidth();
void storeTitleWidth(int width);

}  // namespace kernline::ui
