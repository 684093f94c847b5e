// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

/// Databases of any bytes. The first byte selects the meaning of the others: a whole database, changes to the bytes of
/// a sound one, or the cells of rows.
namespace kernline::fuzz {

using Bytes = std::span<const std::uint8_t>;

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

/// A table that rows are put into.
struct Filled {
  const char* table;
  int columns;
};

inline Database soundDatabase(const char* schema) {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  sqlite3_exec(db, schema, nullptr, nullptr, nullptr);
  return Database(db);
}

inline std::string bytesOf(const Database& db) {
  sqlite3_int64 size = 0;
  unsigned char* data = sqlite3_serialize(db.get(), "main", &size, 0);
  std::string bytes(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  sqlite3_free(data);
  return bytes;
}

/// Three bytes a change: where, in two, and what.
inline std::string patched(const char* schema, Bytes data) {
  std::string bytes = bytesOf(soundDatabase(schema));
  for (; data.size() >= 3; data = data.subspan(3)) {
    const std::size_t at = (std::size_t{data[0]} << 8U | data[1]) % bytes.size();
    bytes[at] = static_cast<char>(data[2]);
  }
  return bytes;
}

/// A cell in up to nine bytes: its type, then its value.
inline void bindCell(sqlite3_stmt* statement, int column, Bytes& data) {
  const std::uint8_t type = data.empty() ? 0 : data[0];
  data = data.subspan(std::min<std::size_t>(1, data.size()));
  const std::size_t length = std::min<std::size_t>(type % 9, data.size());
  std::int64_t number = 0;
  for (const std::uint8_t byte : data.first(length)) {
    number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << 8U | byte);
  }
  const auto* text = reinterpret_cast<const char*>(data.data());
  switch (type / 9 % 6) {
    case 0:
    case 1:
    case 2:
      sqlite3_bind_int64(statement, column, number);
      break;
    case 3:
      sqlite3_bind_double(statement, column, static_cast<double>(number) * 1.5);
      break;
    case 4:
      sqlite3_bind_text(statement, column, text, static_cast<int>(length), SQLITE_TRANSIENT);
      break;
    default:
      sqlite3_bind_null(statement, column);
  }
  data = data.subspan(length);
}

inline std::string filledWith(const char* schema, std::span<const Filled> tables, Bytes data) {
  const Database db = soundDatabase(schema);
  while (!data.empty()) {
    const Filled& into = tables[data[0] % tables.size()];
    data = data.subspan(1);
    std::string insert = std::string("INSERT INTO ") + into.table + " VALUES (?";
    for (int i = 1; i < into.columns; ++i) {
      insert += ", ?";
    }
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(db.get(), (insert + ")").c_str(), -1, &statement, nullptr);
    for (int i = 1; i <= into.columns; ++i) {
      bindCell(statement, i, data);
    }
    sqlite3_step(statement);
    sqlite3_finalize(statement);
  }
  return bytesOf(db);
}

inline std::string databaseOf(const char* schema, std::span<const Filled> tables, Bytes data) {
  if (data.empty()) {
    return {};
  }
  switch (data[0] % 3) {
    case 0:
      return patched(schema, data.subspan(1));
    case 1:
      return filledWith(schema, tables, data.subspan(1));
    default:
      return {reinterpret_cast<const char*>(data.data()) + 1, data.size() - 1};
  }
}

}  // namespace kernline::fuzz
