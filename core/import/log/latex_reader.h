// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/latex_cell.h"
#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// Reads tables of LaTeX, as papers have them and pandas writes them:
///
///     \begin{tabular}{lrr}
///     \toprule
///     Method & Latency (ms) & Memory (GB) \\ %
///     \midrule
///     \textbf{Ours} & \textbf{4.1} & 3.0 \\ %
///     \end{tabular}
///
/// The rows above the first rule are the head, or the first row; cells over several columns are part of each of their
/// names, cells over several rows are in each of these.
class LatexReader {
 public:
  explicit LatexReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is part of such a table.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  void takeText(std::string_view text, std::uint32_t line);
  void endRow(std::uint32_t line);
  void settleHead(std::size_t count);
  void addToHead(const std::vector<LatexCell>& cells);
  void addRow(const std::vector<LatexCell>& cells, std::uint32_t line);

  /// A cell that spans rows below it.
  struct Spanning {
    std::string text;
    std::size_t rows = 0;
  };

  LogBuilder& m_log;
  bool m_isOpen = false;
  std::string m_caption;
  std::string m_row;  // part of the row that has been read
  std::uint32_t m_rowLine = 0;
  std::vector<std::pair<std::vector<LatexCell>, std::uint32_t>> m_aboveRule;  // rows, and their lines
  std::vector<std::string> m_head;
  std::string m_group;  // the last heading among the rows
  std::vector<Spanning> m_spanning;
  MadeTable::Place m_place;
  MadeTable m_table;
};

}  // namespace kernline::logs
