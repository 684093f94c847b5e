// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds palettes, fonts, icons and small widgets in the style of the program.
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

#include <optional>

namespace kernline::ui {

/// The user's choice of a theme. System follows the desktop.
enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] QString toText(ThemeChoice choice);  ///< "system", "light", "dark": for settings and the command line
[[nodiscard]] std::optional<ThemeChoice> themeFromText(const QString& text);

/// Sets style and palette of the whole application. Cheap enough to be called before the first window.
void applyTheme(ThemeChoice choice);

/// Whether the palette in force is a dark one.
[[nodiscard]] bool isDark(const QPalette& palette);

/// Colors that a palette has no role for.
struct Tint {
  QColor line;    ///< hairlines between areas
  QColor quiet;   ///< text of second rank, 4.5:1 on the window's color
  QColor hover;   ///< a row or button under the mouse
  QColor accent;  ///< color of highlights
  QColor good;
  QColor warning;
  QColor bad;
  QColor match;  ///< search matches
};
[[nodiscard]] const Tint& tint(const QPalette& palette);

}  // namespace kernline::ui
