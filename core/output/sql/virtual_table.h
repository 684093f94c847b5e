// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/table.h"

#include <sqlite3.h>

#include <string>

namespace kernline::sql {

/// Makes `table` known to `db` under `name`, without a CREATE statement. `table` must outlive `db`.
/// Returns an SQLite result code.
[[nodiscard]] int registerTable(sqlite3* db, const std::string& name, Table& table);

/// "name TEXT, start_ns INTEGER, …" as in CREATE TABLE; slow columns hidden, or left out.
[[nodiscard]] std::string columnList(const TableSchema& schema);

/// Hands a cell to SQLite: texts that last without a copy.
void setResult(sqlite3_context* context, const Cell& cell);

/// A value of SQLite's; its text is a PassingText.
[[nodiscard]] Cell cellOf(sqlite3_value* value);

}  // namespace kernline::sql
