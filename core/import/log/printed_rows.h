// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log_builder.h"

#include <cstddef>
#include <string_view>

namespace kernline::logs {

/// The printed cells of a table's rows, by the names of their columns.
class PrintedRows {
 public:
  PrintedRows(const LogBuilder& log, const LogTable& table) : m_log(log), m_table(table) {}

  [[nodiscard]] bool has(std::string_view column) const { return find(column) < m_table.columns.size(); }

  /// Empty without such a column.
  [[nodiscard]] std::string_view cell(std::size_t row, std::string_view column) const {
    const std::size_t c = find(column);
    return c < m_table.columns.size() ? m_log.text(m_table.cell(row, c).text) : std::string_view{};
  }

 private:
  [[nodiscard]] std::size_t find(std::string_view column) const {
    std::size_t c = 0;
    while (c < m_table.columns.size() && m_log.text(m_table.columns[c].name) != column) {
      ++c;
    }
    return c;
  }

  const LogBuilder& m_log;
  const LogTable& m_table;
};

}  // namespace kernline::logs
