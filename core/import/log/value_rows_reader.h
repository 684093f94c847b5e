// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/lines_above.h"
#include "core/import/log/made_table.h"
#include "core/import/log/scope.h"
#include "core/import/log/value_row.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::logs {

/// Reads results that programs print without a head and without colons, as a table:
///
///     naive softmax took 1.52 ms
///     fused softmax took 0.41 ms (3.71x)
///     online softmax took 0.44 ms
///
/// Three lines at least must be alike: the same units in the same order, and one name each. Sentences stay text.
class ValueRowsReader {
 public:
  explicit ValueRowsReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is a row of such a table.
  bool take(const SourceLine& line, const LinesAbove& above, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return !m_table.isEmpty(); }

 private:
  /// The first row with values, whose line is gone: the others are like it.
  struct Pattern {
    std::string name;
    bool isApart = false;
    std::vector<Quantity> quantities;
    std::vector<std::string> columns;  ///< named after them
  };

  void begin(const ValueRow& first);
  void add(const ValueRow& row, std::uint32_t line);

  LogBuilder& m_log;
  Pattern m_first;
  MadeTable::Place m_place;
  MadeTable m_table;
  std::uint32_t m_lastLine = 0;
};

}  // namespace kernline::logs
