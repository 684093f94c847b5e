// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A cell of a LaTeX table as a reader of the page sees it: without commands, braces and references.
struct LatexCell {
  std::string text;
  std::size_t columns = 1;  ///< number of columns it spans (\multicolumn)
  std::size_t rows = 1;     ///< number of rows it spans (\multirow)
};

/// The cells of a row, without the `\\` at its end.
[[nodiscard]] std::vector<LatexCell> latexCells(std::string_view row);

/// The text of `\textbf{4.1}`, `5.0 $\pm$ 0.1`, `100\%`.
[[nodiscard]] std::string latexText(std::string_view source);

/// Returns the text in the braces after `command`, with nested braces: "a {b}" of "\caption{a {b}}"; empty if there is
/// none.
[[nodiscard]] std::string_view latexArgument(std::string_view source, std::string_view command);

}  // namespace kernline::logs
