// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/model/trace/import_report.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::sqlite {

/// Returns true if `columns` has `name`; SQLite ignores case.
[[nodiscard]] bool hasColumn(const std::vector<std::string>& columns, std::string_view name);

/// The rows of a stored table in the order of their numbers, with the requested columns; NULL for those that the table
/// does not have. Ends at damage of the database, and when memory runs out.
class TableWalk {
 public:
  TableWalk(const Connection& database, std::string_view table, std::span<const std::string_view> columns);

  /// False at the end, where the table breaks or memory ends, and at once if there is no such table.
  [[nodiscard]] bool next();
  /// Counts what `next` ended at, if that was not the end; `table` is the number of the table for its reader.
  void noteEnd(ImportReport& report, std::size_t table, std::string_view name) const;
  /// Whether rows after the last one may be lost.
  [[nodiscard]] bool isBroken() const { return m_isBroken; }
  /// The row that the walk is at, or ended at.
  [[nodiscard]] std::int64_t row() const { return m_row; }
  [[nodiscard]] bool has(int column) const { return m_has[static_cast<std::size_t>(column)]; }

  [[nodiscard]] bool isNull(int column) const { return m_rows.type(column + 1) == SQLITE_NULL; }
  [[nodiscard]] int type(int column) const { return m_rows.type(column + 1); }
  [[nodiscard]] IntegerCell integer(int column) const { return m_rows.integer(column + 1); }
  [[nodiscard]] std::int64_t integerOr(int column, std::int64_t otherwise) const {
    const IntegerCell cell = integer(column);
    return cell.state == IntegerState::Good ? cell.value : otherwise;
  }
  [[nodiscard]] double real(int column) const { return m_rows.real(column + 1); }
  [[nodiscard]] std::string_view text(int column) const { return m_rows.text(column + 1); }

 private:
  const Connection& m_database;
  Rows m_rows;
  std::vector<bool> m_has;
  std::int64_t m_row = INT64_MIN;
  bool m_isBroken = false;
  bool m_isCut = false;  // whether memory ran out after the last row
};

}  // namespace kernline::sqlite
