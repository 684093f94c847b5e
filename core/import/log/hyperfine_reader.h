// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/lines_above.h"
#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::logs {

/// Reads what hyperfine prints, as a table with a row a command:
///
///     Benchmark 1: ./sort 8
///       Time (mean ± σ):     512.3 ms ±  12.3 ms    [User: 400.1 ms, System: 100.2 ms]
///       Range (min … max):   500.0 ms … 530.0 ms    10 runs
class HyperfineReader {
 public:
  explicit HyperfineReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, const LinesAbove& above, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  bool takeTime(std::string_view text);
  bool takeRange(std::string_view text);
  void endCommand();

  LogBuilder& m_log;
  bool m_isOpen = false;
  std::string m_command;
  std::uint32_t m_line = 0;  // line of the command
  MadeTable::Cells m_figures;
  MadeTable::Place m_place;
  MadeTable m_table;
};

}  // namespace kernline::logs
