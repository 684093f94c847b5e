// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline::ui {

/// The width of the rows' names in the settings, in pixels; 0 for the default.
[[nodiscard]] int storedTitleWidth();
void storeTitleWidth(int width);

}  // namespace kernline::ui
