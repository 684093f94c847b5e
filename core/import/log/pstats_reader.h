// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::logs {

/// Reads the output of cProfile and pstats, as tables with a row a function, or a row a call of one by another:
///
///     ncalls  tottime  percall  cumtime  percall filename:lineno(function)
///       50/1    0.010    0.000    0.030    0.030 model.py:17(forward)
///
///     Function                  was called by...
///                                   ncalls  tottime  cumtime
///     model.py:17(forward)      <-       1    0.010    0.030  train.py:3(step)
///
/// Times are in seconds. "50/1" means 50 calls in all, one of which is no recursion.
class PstatsReader {
 public:
  explicit PstatsReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_part != Part::None; }

 private:
  enum class Part : std::uint8_t { None, Functions, BelowTitle, Calls };

  bool takeHead(const SourceLine& line, Scope& scope);
  bool takeFunction(const SourceLine& line);
  bool takeCall(const SourceLine& line);
  bool addRow(std::string_view cells, const SourceLine& line);
  void begin(Part part, std::string_view title, const SourceLine& line, Scope& scope);

  LogBuilder& m_log;
  Part m_part = Part::None;
  std::string m_function;  // function whose calls follow
  std::string m_other;     // "caller", "callee"
  bool m_isBelowBlank = false;
  std::optional<OpenTable> m_table;
};

}  // namespace kernline::logs
