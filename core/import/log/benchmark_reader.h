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

/// Reads the table that google-benchmark prints:
///
///     Benchmark                  Time             CPU   Iterations UserCounters...
///     BM_Copy/8/real_time     12.5 ns         12.4 ns     56000000 bytes_per_second=1.9G/s
///     BM_Copy/64/real_time    ERROR OCCURRED: 'out of memory'
///
/// Each parameter in the names and each counter gets a column of its own.
class BenchmarkReader {
 public:
  explicit BenchmarkReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  struct Row {
    MadeTable::Cells parameters;
    MadeTable::Cells values;
    std::uint32_t line = 0;
  };

  bool takeRow(const SourceLine& line);

  LogBuilder& m_log;
  bool m_isOpen = false;
  ContextId m_context = ContextId::none;
  std::uint32_t m_line = 0;
  std::uint64_t m_offset = 0;
  std::vector<Row> m_rows;
};

}  // namespace kernline::logs
