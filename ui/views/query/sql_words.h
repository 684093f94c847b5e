// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QStringList>

namespace kernline::ui {

/// Returns whether a character is part of a word to complete or highlight.
[[nodiscard]] inline bool isWordCharacter(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// Return the words of SQL, SQLite and the model's tables, for highlighting and completion. Keywords in capitals.
[[nodiscard]] const QStringList& sqlKeywords();
[[nodiscard]] const QStringList& sqlTables();
[[nodiscard]] const QStringList& sqlColumns();    ///< columns of all tables, each once
[[nodiscard]] const QStringList& sqlFunctions();  ///< Kernline's own, and those of SQLite that profiles need

}  // namespace kernline::ui
