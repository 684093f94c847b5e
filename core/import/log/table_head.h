// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/row_layout.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// The names of a table's columns, and how the lines below them are cut.
struct FoundHead {
  std::vector<std::string> names;
  RowLayout layout;
  std::size_t minRows = 1;  ///< smaller tables are discarded
  bool isNextPart = false;  ///< the line below belongs to the head
};

/// Text in every cell, short, and no numbers.
[[nodiscard]] bool isHead(const std::vector<std::string>& cells);
/// A name, then rising sizes: "model", "64", "128".
[[nodiscard]] bool isHeadOfSizes(const std::vector<std::string>& cells);
[[nodiscard]] bool anyNumber(const std::vector<std::string>& cells);
[[nodiscard]] std::vector<std::string> barTexts(std::string_view line);

/// The names in a line next to a ruler of columns; empty if it has not a text for each of them.
[[nodiscard]] std::vector<std::string> headAtRuler(std::string_view line, const std::vector<ColumnSpan>& spans);

/// A line that is underlined with one run of dashes, as the head of what comes below the dashes.
[[nodiscard]] std::optional<FoundHead> headAboveUnderline(std::string_view head, std::string_view row);

/// `head` as the head of a table whose first row is `next`, right below it.
[[nodiscard]] std::optional<FoundHead> headWithoutRuler(const SourceLine& head, const SourceLine& next);

}  // namespace kernline::logs
