// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/model/trace/import_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::recording {

/// A row of a table; cells are numbered as they were requested.
class TableRow {
 public:
  explicit TableRow(const sqlite::Rows& rows) : m_rows(rows) {}

  [[nodiscard]] std::int64_t id() const { return m_rows.int64(0); }
  [[nodiscard]] std::optional<std::int64_t> integer(int cell) const {
    const sqlite::IntegerCell value = m_rows.integer(cell + 1);
    return value.state == sqlite::IntegerState::Good ? std::optional(value.value) : std::nullopt;
  }
  [[nodiscard]] std::int64_t integerOr(int cell, std::int64_t otherwise) const {
    return integer(cell).value_or(otherwise);
  }
  /// A number that fits `Number`, else `otherwise`.
  template <typename Number>
  [[nodiscard]] Number numberOr(int cell, Number otherwise) const {
    const auto value = integer(cell);
    return value && std::in_range<Number>(*value) ? static_cast<Number>(*value) : otherwise;
  }
  [[nodiscard]] double real(int cell) const {
    return m_rows.type(cell + 1) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN() : m_rows.real(cell + 1);
  }
  [[nodiscard]] std::string_view text(int cell) const { return m_rows.text(cell + 1); }

 private:
  const sqlite::Rows& m_rows;
};

/// `read(row)` for each row of a table by its number, until it ends, is damaged or stopped, or memory ends. Damage and
/// the end of memory are counted.
template <typename Read>
void walkTable(const sqlite::Connection& database, std::string_view table, std::string_view columns,
               ImportReport& report, const std::stop_token& stop, const Read& read) {
  sqlite::Rows rows =
      database.select(fmt::format("SELECT rowid, {} FROM {} NOT INDEXED ORDER BY rowid", columns, table));
  if (!rows.isOpen()) {
    report.add(IssueKind::BrokenEvent, 0, table);
    return;
  }
  std::int64_t last = 0;
  bool isFirst = true;
  while (!stop.stop_requested() && rows.step()) {
    const TableRow row(rows);
    if (!isFirst && row.id() <= last) {  // a tree whose pages point at one another never ends
      report.add(IssueKind::BrokenEvent, 0, table);
      return;
    }
    if (database.isFull()) {
      report.add(IssueKind::MemoryLimit, 0, fmt::format("{} from row {} on", table, row.id()));
      return;
    }
    isFirst = false;
    last = row.id();
    read(row);
  }
  if (rows.hasFailed() && !stop.stop_requested()) {
    report.add(IssueKind::BrokenEvent, 0, table);
  }
}

}  // namespace kernline::recording
