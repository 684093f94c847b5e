// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;
class QWidget;

namespace kernline::ui {

/// Offers the recorder's sets of counters; the data of the chosen item is the name of the set, or empty for none.
[[nodiscard]] QComboBox* makeCountersBox(QWidget* parent);

}  // namespace kernline::ui
