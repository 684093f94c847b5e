// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// Rates how well `text` matches `typed`; below 0 if it does not match. Each word that was typed must occur, as a part
/// of the text or as letters in order; beginnings of words and unbroken runs count most. Case does not matter. 0 for an
/// empty `typed`.
[[nodiscard]] int fuzzyScore(const QString& typed, const QString& text);

}  // namespace kernline::ui
