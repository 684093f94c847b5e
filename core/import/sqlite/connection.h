// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads foreign SQLite databases from memory; only stored columns.
#pragma once

#include "core/import/sqlite/database_bytes.h"

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::sqlite {

struct CloseConnection {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// The result of reading a cell of a column of integers.
enum class IntegerState : std::uint8_t { Good, Null, Bad };

struct IntegerCell {
  IntegerState state = IntegerState::Null;
  std::int64_t value = 0;
};

/// A SELECT being walked. Cells are good until the next step.
class Rows {
 public:
  Rows() = default;
  explicit Rows(sqlite3_stmt* statement) : m_statement(statement) {}

  [[nodiscard]] bool isOpen() const { return m_statement != nullptr; }
  /// Whether there is another row. False at the end and if the database is damaged; then `hasFailed`.
  [[nodiscard]] bool step();
  [[nodiscard]] bool hasFailed() const { return m_code != SQLITE_ROW && m_code != SQLITE_DONE; }
  void reset() { sqlite3_reset(m_statement.get()); }
  void bind(int place, std::int64_t value) { sqlite3_bind_int64(m_statement.get(), place, value); }

  [[nodiscard]] int columnCount() const { return sqlite3_column_count(m_statement.get()); }
  [[nodiscard]] std::string_view columnName(int column) const;
  /// SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL.
  [[nodiscard]] int type(int column) const { return sqlite3_column_type(m_statement.get(), column); }
  [[nodiscard]] std::int64_t int64(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
  [[nodiscard]] double real(int column) const { return sqlite3_column_double(m_statement.get(), column); }
  [[nodiscard]] std::string_view text(int column) const;
  /// A number stored as such, or spelled as a text; a real is rounded.
  [[nodiscard]] IntegerCell integer(int column) const;

 private:
  std::unique_ptr<sqlite3_stmt, FinalizeStatement> m_statement;
  int m_code = SQLITE_ROW;
};

/// An untrusted database, opened read-only: no view, trigger, extension, function, generated column or attached file of
/// it is ever used, whatever its schema. One thread at a time.
class Connection {
 public:
  /// `stop` ends every query; `enough` what walks over tables, as there is no memory for more rows.
  explicit Connection(std::shared_ptr<const DatabaseBytes> bytes, std::stop_token stop = {},
                      std::stop_token enough = {});

  [[nodiscard]] bool isFull() const { return m_enough.stop_requested(); }

  /// Empty if the bytes are a database that can be read; else why not, in SQLite's words.
  [[nodiscard]] std::string problem() const;

  /// Closed rows if the query cannot be prepared; `problem` then has the reason.
  [[nodiscard]] Rows select(const std::string& query) const;

  /// The stored tables: no views, no virtual ones, none of SQLite's own.
  [[nodiscard]] std::vector<std::string> tables() const;
  /// Returns the columns in the file's order and spelling, without generated ones. Empty if it is none of `tables()`.
  [[nodiscard]] std::vector<std::string> columns(std::string_view table) const;

 private:
  std::shared_ptr<const DatabaseBytes> m_bytes;
  std::unique_ptr<std::stop_token> m_stop;  // stays where it is, as SQLite reads it
  std::stop_token m_enough;
  std::unique_ptr<sqlite3, CloseConnection> m_db;
  int m_code = SQLITE_OK;
};

/// "name" with its quotes doubled, as SQL takes any name.
[[nodiscard]] std::string quoted(std::string_view name);

}  // namespace kernline::sqlite
