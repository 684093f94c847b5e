// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/trace/event_source.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::rocpd {

/// Rows of any table by their numbers, one at a time.
class RowReader {
 public:
  explicit RowReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes) : m_database(std::move(bytes)) {}

  /// `use(rows)` at the row of all columns, if it is there. Not to be nested for one table.
  template <typename Use>
  void at(const std::string& table, std::int64_t row, const Use& use) {
    sqlite::Rows& rows = opened(table);
    if (rows.isOpen()) {
      rows.bind(1, row);
      if (rows.step()) {
        use(rows);
      }
      rows.reset();
    }
  }

 private:
  sqlite::Rows& opened(const std::string& table) {
    const auto [at, isNew] = m_tables.try_emplace(table);
    if (isNew) {
      at->second = m_database.select("SELECT * FROM " + sqlite::quoted(table) + " NOT INDEXED WHERE rowid = ?1");
    }
    return at->second;
  }

  sqlite::Connection m_database;
  std::map<std::string, sqlite::Rows> m_tables;  // goes before the connection does
};

/// A column of a row of all columns; -1 if there is none.
[[nodiscard]] int columnOf(const sqlite::Rows& rows, std::string_view name);
[[nodiscard]] std::int64_t integerAt(const sqlite::Rows& rows, std::string_view name, std::int64_t otherwise);

/// Args of a table's rows.
class TableArgs {
 public:
  TableArgs() = default;
  TableArgs(const TableArgs&) = delete;
  TableArgs& operator=(const TableArgs&) = delete;
  virtual ~TableArgs() = default;
  /// Adds to an Object; `rows` is at `row`.
  virtual void add(ArgNode& args, const sqlite::Rows& rows, std::int64_t row, RowReader& reader) const = 0;
};

/// A launch in blocks, as kineto states it. ROCm's grids count work-items, unless `inBlocks`.
void addLaunchShape(ArgNode& args, const sqlite::Rows& rows, std::string_view grid, std::string_view block,
                    bool inBlocks);

struct SourceTable {
  std::string name;
  std::shared_ptr<const TableArgs> args;  ///< nullptr for every column as it is
};

/// Rows as events; an offset is a `sqlite::RowPlace` whose table is a number in `tables`.
[[nodiscard]] std::shared_ptr<const EventSource> rocmRowsAsEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                                  std::vector<SourceTable> tables);

}  // namespace kernline::rocpd
