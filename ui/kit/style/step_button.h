// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace kernline::ui {

/// Makes a button to the next or the previous match: flat, off until there is one, and without taking the focus from
/// the field.
[[nodiscard]] QToolButton* stepButton(const char* iconName, const QString& tip, QWidget* parent);

}  // namespace kernline::ui
