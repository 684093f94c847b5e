// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/cell_text.h"
#include "core/import/log/column_plan.h"
#include "core/import/log/row_layout.h"
#include "core/model/log/log_builder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// A line of one source of the log: without prefix, colors and end.
struct SourceLine {
  std::string_view text;
  std::uint64_t offset = 0;
  std::uint32_t number = 0;
  std::uint16_t marks = 0;
};

/// A table that is being read, line by line, until it ends.
class OpenTable {
 public:
  enum class Taken : std::uint8_t {
    Line,     ///< the line belongs to the table
    Foreign,  ///< it does not, but the table may go on after it
    Ended,    ///< it does not, and the table is over
  };

  struct Beginning {
    std::vector<std::string> head;
    RowLayout layout;
    std::string title;
    ContextId context = ContextId::none;
    std::uint32_t line = 0;
    std::uint64_t offset = 0;
    bool isInferred = false;
    std::size_t minRows = 1;      ///< smaller tables are discarded
    std::size_t linesPerRow = 1;  ///< more if a terminal wrapped them
    std::size_t lineWidth = 0;    ///< width at which lines wrap
  };

  OpenTable(LogBuilder& log, Beginning beginning);

  [[nodiscard]] Taken take(const SourceLine& line);
  /// Hands the table over to the log; false if it was none, so that its lines are something else. No more lines may be
  /// taken afterwards. If it `isWholeText`, one row is enough.
  [[nodiscard]] bool finish(bool isWholeText);

  [[nodiscard]] bool hasRows() const { return !m_table.rows.empty(); }
  /// Whether it may still turn out to be no table.
  [[nodiscard]] bool isUncertain() const { return m_table.rows.size() < m_minRows && m_minRows > 1; }
  [[nodiscard]] TableKind kind() const { return m_table.kind; }

 private:
  Taken takeWhole(const SourceLine& line);
  bool takeFooter(const SourceLine& line);
  bool takeRuler(const SourceLine& line);
  Taken takeBlank();
  bool takeRow(const SourceLine& line);
  std::vector<std::string> groupedCells(std::string_view line);
  [[nodiscard]] std::vector<std::string> unitraceCells(std::string_view line) const;
  std::vector<std::string> shortCells(const SourceLine& line);
  bool noteTorn(const SourceLine& line, std::size_t filled);
  Taken takeQuoted(const SourceLine& line);
  Taken giveUpQuoted();
  void takeMarksOff(std::vector<std::string>& cells) const;
  void fillFromAbove(std::vector<std::string>& cells) const;
  void readCommas(std::vector<std::string>& cells);
  void settleCommas();
  [[nodiscard]] bool isOfResults() const;
  [[nodiscard]] bool isBorneOut(std::size_t minRows) const;
  bool isContinuation(const std::vector<std::string>& cells) const;
  void joinContinuation(const std::vector<std::string>& cells);
  bool readRow(const std::vector<std::string>& cells);
  void addRow(const std::vector<std::string>& cells, std::uint32_t line);
  void putRight(std::vector<std::string>& cells) const;
  bool isUnitRow(const std::vector<std::string>& cells);
  Taken foreign(const SourceLine& line);
  void countInterruption();

  LogBuilder& m_log;
  RowLayout m_layout;
  TablePlan m_plan;
  LogTable m_table;
  bool m_isClosed = false;       // the ruler below the rows has been seen
  std::size_t m_blanks = 0;      // blank lines since the last row
  std::size_t m_foreigners = 0;  // other lines since the last row
  std::vector<std::uint32_t> m_foreignLines;
  std::vector<std::string> m_foreignTexts;
  std::size_t m_minRows = 1;
  std::size_t m_linesPerRow = 1;
  std::size_t m_lineWidth = 0;
  std::vector<ReadCell> m_read;  // cells of the current line
  std::string m_joined;
  std::size_t m_joinedLines = 0;
  std::string m_groupName;   // group of nvprof: "GPU activities"
  std::size_t m_filled = 0;  // cells of the first row, if fewer than there are columns
  std::string m_quoted;      // lines of a row whose quotes are not closed yet
  std::vector<std::pair<std::uint32_t, std::string>> m_quotedLines;
  bool m_hasDecimalCommas = false;  // "2,5"
  bool m_hasDecimalPoints = false;
  std::vector<std::size_t> m_unclearColumns;  // columns of the current line with cells like "1,250"
  std::vector<std::size_t> m_unclearCells;    // cells like these in all rows
};

/// Reads "Self CUDA time total: 5.025s" anywhere in `line`, into `totals`; false if it does not.
bool readTotals(LogBuilder& log, const SourceLine& line, std::vector<LogTotal>& totals);

}  // namespace kernline::logs
