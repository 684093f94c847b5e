// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log_builder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// A table that a reader makes out of lines that are none: rows of cells by name, some of which only some rows have.
class MadeTable {
 public:
  using Cells = std::vector<std::pair<std::string, std::string>>;

  struct Place {
    std::string title;
    ContextId context = ContextId::none;
    std::uint32_t line = 0;
    std::uint64_t offset = 0;
  };

  static constexpr std::size_t maxColumns = 512;  ///< columns beyond this number are only counted

  /// Columns are in the order of their names' first use.
  void addColumn(std::string_view name);
  void addRow(Cells cells, std::uint32_t line);
  [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
  [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
  /// Hands the rows over to the log, if there are any, and begins anew.
  void write(LogBuilder& log, Place place);

 private:
  struct Cell {
    std::size_t column = 0;
    std::string text;
  };

  struct Row {
    std::vector<Cell> cells;
    std::uint32_t line = 0;
    bool isCut = false;  ///< it has cells of columns that there are not
  };

  std::size_t columnOf(std::string_view name);

  std::vector<std::string> m_columns;
  std::vector<Row> m_rows;
};

}  // namespace kernline::logs
