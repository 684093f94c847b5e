// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QStringList>

namespace kernline::ui {

/// Of a word that can be completed or highlighted.
[[nodiscard]] inline bool isWordCharacter(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// What SQL, SQLite and the model's tables call things, for highlighting and completion. Keywords in capitals.
[[nodiscard]] const QStringList& sqlKeywords();
[[nodiscard]] const QStringList& sqlTables();
[[nodiscard]] const QStringList& sqlColumns();    ///< of all tables, each once
[[nodiscard]] const QStringList& sqlFunctions();  ///< Kernline's own, and those of SQLite that profiles need

}  // namespace kernline::ui
