// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// `text` as a cell of a Markdown table: bars, line ends and what would be markup are escaped.
[[nodiscard]] std::string markdownCell(std::string_view text);

/// "| a | b |" and a line feed, of texts as they are.
[[nodiscard]] std::string markdownRow(const std::vector<std::string>& cells);

struct MarkdownColumn {
  std::string title;
  bool isNumber = false;  ///< aligned to the right
};

/// The title line and the line below it.
[[nodiscard]] std::string markdownHead(const std::vector<MarkdownColumn>& columns);

}  // namespace kernline
