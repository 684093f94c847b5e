// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetrics;

namespace kernline::ui {

// How runs are told apart where there is little room.

/// The names without the words that all of them begin or end with: "seq256" and "seq512" of "Flash_seq256" and
/// "Flash_seq512". As they are where that would leave nothing of one.
[[nodiscard]] QStringList withoutCommonWords(const QStringList& names);

/// None longer than `maxLength` letters: of longer ones "…" stands for the middle, wherever that leaves them apart, and
/// else for what is not where they differ.
[[nodiscard]] QStringList elidedApart(const QStringList& names, int maxLength);

/// As much of each as fits into so many pixels: the names, or else without common words, or else elided.
[[nodiscard]] QStringList labelsWithin(const QStringList& names, const QFontMetrics& metrics, int pixels);

}  // namespace kernline::ui
