// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace kernline::ui {

/// Choice of a language, or of the system's.
enum class LanguageChoice : std::uint8_t { System, English, SimplifiedChinese };

/// "system", "en", "zh_CN": for settings and the command line.
[[nodiscard]] QString toText(LanguageChoice choice);
/// The reverse; nullopt for other texts.
[[nodiscard]] std::optional<LanguageChoice> languageFromText(const QString& text);

/// The language that a choice comes to here and now; never `System`.
[[nodiscard]] LanguageChoice resolvedLanguage(LanguageChoice choice);

/// Speaks it from now on: widgets made afterwards do, and Qt's own dialogs too where Qt's translations are installed.
/// Needs a QCoreApplication.
void applyLanguage(LanguageChoice choice);

/// Names the package to install if no font of this machine has the characters of the language; empty if one has. In
/// English, for the missing characters could not be read. Needs a QApplication.
[[nodiscard]] QString missingFontNotice(LanguageChoice choice);

}  // namespace kernline::ui
