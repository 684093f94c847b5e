// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace kernline::ui {

/// Makes an area for a column of widgets, which scrolls where it is too low. It has an empty widget for them.
[[nodiscard]] QScrollArea* makeColumnScroll(QWidget* parent);

}  // namespace kernline::ui
