// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// Makes a table and fills it row by row.
class RowWriter {
 public:
  /// `columns` as in CREATE TABLE.
  RowWriter(sqlite3* database, const std::string& table, const std::string& columns) {
    std::string places = "?";
    for (auto i = std::ranges::count(columns, ','); i > 0; --i) {
      places += ", ?";
    }
    const std::string insert = "INSERT INTO " + table + " VALUES (" + places + ")";
    sqlite3_stmt* statement = nullptr;
    m_isGood = sqlite3_exec(database, ("CREATE TABLE " + table + " (" + columns + ")").c_str(), nullptr, nullptr,
                            nullptr) == SQLITE_OK &&
               sqlite3_prepare_v2(database, insert.c_str(), -1, &statement, nullptr) == SQLITE_OK;
    m_statement.reset(statement);
  }

  /// Texts must live until it returns. No effect after a failure.
  template <typename... Cells>
  void add(const Cells&... cells) {
    if (m_isGood) {
      int place = 0;
      (bind(++place, cells), ...);
      m_isGood = sqlite3_step(m_statement.get()) == SQLITE_DONE;
      sqlite3_reset(m_statement.get());
    }
  }

  [[nodiscard]] bool isGood() const { return m_isGood; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  void bind(int place, std::string_view text) {
    sqlite3_bind_text64(m_statement.get(), place, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
  }
  void bind(int place, std::integral auto number) {
    sqlite3_bind_int64(m_statement.get(), place, static_cast<std::int64_t>(number));
  }
  void bind(int place, const std::optional<std::int64_t>& number) {
    number ? sqlite3_bind_int64(m_statement.get(), place, *number) : sqlite3_bind_null(m_statement.get(), place);
  }

  std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
  bool m_isGood = false;
};

}  // namespace kernline
