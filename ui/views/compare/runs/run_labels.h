// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetrics;

namespace kernline::ui {

// Short labels that distinguish runs.

/// The names without the words that all of them begin or end with: "seq256" and "seq512" of "Flash_seq256" and
/// "Flash_seq512". As they are if one would become empty.
[[nodiscard]] QStringList withoutCommonWords(const QStringList& names);

/// None longer than `maxLength` letters: longer ones have "…" for the middle, if that leaves them distinct, else for
/// parts where they do not differ.
[[nodiscard]] QStringList elidedApart(const QStringList& names, int maxLength);

/// Shortens names to a width in pixels: whole names, or else without common words, or else elided.
[[nodiscard]] QStringList labelsWithin(const QStringList& names, const QFontMetrics& metrics, int pixels);

}  // namespace kernline::ui
