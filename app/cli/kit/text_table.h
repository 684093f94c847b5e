// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// Rows of text in aligned columns, two blanks apart.
class TextTable {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
    std::size_t maxWidth = 0;  ///< longer cells are elided in their middle; 0 for no limit
  };

  explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

  void add(std::vector<std::string> cells);
  [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }

  /// Title line and rows, each after `indent` blanks. Columns of empty cells only are left out. With `width` the last
  /// column is elided so that lines fit; 0 for any length.
  [[nodiscard]] std::string text(std::size_t indent, std::size_t width) const;

 private:
  std::vector<Column> m_columns;
  std::vector<std::vector<std::string>> m_rows;
};

/// Returns the indent of a tree's row, whose top has depth 1: two blanks a level, and for deep levels also their
/// number.
[[nodiscard]] std::string indentOf(std::uint32_t depth);

}  // namespace kernline::cli
