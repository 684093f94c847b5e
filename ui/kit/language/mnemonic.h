// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// A menu's text as people read it: "Open…" of "&Open…", "打开…" of "打开(&O)…", "A & B" of "A && B".
[[nodiscard]] QString withoutMnemonic(QString text);

}  // namespace kernline::ui
