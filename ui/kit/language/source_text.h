// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;

namespace kernline::ui {

/// Sets an action's English name, independent of the language: people search for both.
void setSourceText(QAction* action, const char* text);
/// Empty where none was set.
[[nodiscard]] QString sourceText(const QAction& action);

}  // namespace kernline::ui
