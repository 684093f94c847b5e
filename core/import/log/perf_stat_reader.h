// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <string>

namespace kernline::logs {

/// Reads what `perf stat` prints, from its title to the time that passed, as measurements of the command:
///
///      Performance counter stats for './a.out':
///
///              1,234.56 msec task-clock       #    0.998 CPUs utilized
///         4,567,890,123      cycles           #    3.700 GHz
///       <not supported>      cache-misses
///
///           1.237000123 seconds time elapsed
class PerfStatReader {
 public:
  explicit PerfStatReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish() { m_isOpen = false; }
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  LogBuilder& m_log;
  bool m_isOpen = false;
  std::string m_command;
};

}  // namespace kernline::logs
