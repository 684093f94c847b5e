// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;

namespace kernline::ui {

/// What an action is called in English, whatever language is spoken: people search for both.
void setSourceText(QAction* action, const char* text);
/// Empty where none was set.
[[nodiscard]] QString sourceText(const QAction& action);

}  // namespace kernline::ui
