// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/lines_above.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads data frames as pandas prints them, if columns or rows have names of several levels, or the names of the rows
/// have a line of their own:
///
///     impl        eager          compiled
///                  time    mem       time    mem
///     batch seq
///     1     128   1.234    3.0      0.934    3.1
///           256   2.345    3.2      1.845    3.3
///
/// Names and values of a column end at the same place. Names that are left out in a row are as in the row above. Other
/// frames are tables like any other.
class FrameReader {
 public:
  explicit FrameReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is a row of such a frame.
  bool take(const SourceLine& line, const LinesAbove& above, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_table.has_value(); }

 private:
  struct Column {
    std::string name;
    std::size_t end = 0;  ///< right end of its names and values
  };

  struct Head {
    std::vector<Column> values;
    std::vector<std::string> levels;  ///< names of the levels of row names
    std::vector<std::size_t> begins;  ///< first column of each level
    std::uint32_t firstLine = 0;
  };

  [[nodiscard]] std::optional<Head> headAbove(const SourceLine& row, const LinesAbove& above, bool isSpaced) const;
  static bool findColumns(std::uint32_t number, const LinesAbove& above, bool isSpaced, Head& head);
  /// The cells of a row; none if it is none.
  [[nodiscard]] std::vector<std::string> cellsOf(std::string_view row, const Head& head) const;
  bool addRow(const SourceLine& line);

  LogBuilder& m_log;
  Head m_head;
  std::vector<std::string> m_rowAbove;
  std::optional<OpenTable> m_table;
};

}  // namespace kernline::logs
