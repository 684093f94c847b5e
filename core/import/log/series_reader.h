// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads a pandas Series, which only its last line identifies:
///
///     batch  impl
///     1      eager     1.50
///            flash     0.90
///     Name: time_ms, dtype: float64
///
/// Each level of the index is a column; values that are left out are as in the row above.
class SeriesReader {
 public:
  explicit SeriesReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is the last one of a Series.
  bool take(const SourceLine& line, Scope& scope);
  void finish() { m_lines.clear(); }
  /// Lines that may be rows belong to no reader until the last one comes.
  [[nodiscard]] static bool isOpen() { return false; }

 private:
  struct Kept {
    std::string text;
    std::uint32_t number = 0;
    std::uint64_t offset = 0;
  };

  void write(std::string_view name, Scope& scope);

  LogBuilder& m_log;
  Kept m_head;                // the line above the rows
  std::vector<Kept> m_lines;  // consecutive lines that may be rows
};

/// A name and a number, far apart; quick, for most lines are not.
[[nodiscard]] bool mayBeSeriesRow(std::string_view line, std::uint16_t marks);

}  // namespace kernline::logs
