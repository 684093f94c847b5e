// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A piece of a line, in bytes.
struct Field {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;  ///< text without surrounding blanks
};

/// A column of a ruler, in characters (not bytes) of the line.
struct ColumnSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Splits a line at two or more blanks, or a tab.
[[nodiscard]] std::vector<Field> fieldsOf(std::string_view line);
/// The first of two blanks in a row, at `from` or after it; npos if there are none.
[[nodiscard]] std::size_t findGap(std::string_view line, std::size_t from = 0);
/// Splits a line at any blank.
[[nodiscard]] std::vector<Field> wordsOf(std::string_view line);
/// Splits a line at bars; those at both ends of the line are no separators.
[[nodiscard]] std::vector<std::string_view> barCells(std::string_view line);
/// Splits a line at tabs.
[[nodiscard]] std::vector<std::string_view> tabCells(std::string_view line);
/// RFC 4180 within one line: cells in quotes may have separators and doubled quotes. `isOpen` is set if a quote was not
/// closed.
[[nodiscard]] std::vector<std::string> csvCells(std::string_view line, char separator, bool& isOpen);

/// Kind of a line of dashes.
enum class RulerKind : unsigned char {
  None,
  Plain,    ///< one run of at least eight '-', '=', '*', '_', '#' or '~', alone
  Columns,  ///< two or more runs of at least two '-' (or '='), blanks between: each is a column
  Box,      ///< "+-----+----+", "|-----|:---:|", "---|---|---": dashes with crossings
};

[[nodiscard]] RulerKind rulerKind(std::string_view line);
/// The runs of a ruler of kind Columns.
[[nodiscard]] std::vector<ColumnSpan> rulerSpans(std::string_view line);

/// The cells of a line below a ruler. Cells that are wider than their column push what follows to the right, as they do
/// when a program pads to a width; cells are then found by the blanks after them. Empty if the line does not have these
/// columns: text crosses the gaps, or there is text after the last one.
[[nodiscard]] std::vector<std::string_view> cellsBelow(std::string_view line, const std::vector<ColumnSpan>& spans);

}  // namespace kernline::logs
