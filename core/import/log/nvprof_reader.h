// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads what `nvprof --metrics` and `nvprof --events` print: one table a kernel, a row a metric.
///
///     Invocations                Metric Name         Metric Description         Min         Max         Avg
///     Device "Tesla V100 (0)"
///         Kernel: scale(float*, int)
///              20          branch_efficiency          Branch Efficiency      95.00%      95.00%      95.00%
///
/// Rows of events have no description, and newer ones a `Total`. A row that has not its columns is left out and
/// counted.
class NvprofReader {
 public:
  explicit NvprofReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own; the first one is the head.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  bool begin(const SourceLine& line, Scope& scope);
  bool beginKernel(std::string_view kernel, const SourceLine& line);
  bool takeRow(const SourceLine& line);
  bool takeOther(const SourceLine& line);
  void closeTable();

  LogBuilder& m_log;
  bool m_isOpen = false;
  ContextId m_context = ContextId::none;
  bool m_isOfEvents = false;
  std::vector<std::string> m_values;  // names of their columns
  std::string m_device;
  std::optional<LogTable> m_table;
  std::uint32_t m_otherLine = 0;  // the line before, if it was none of the table's
  std::string m_otherText;
};

/// Cuts what `nvprof --csv` prints of metrics or events, a row a metric of all kernels, into such tables.
void addNvprofTables(LogBuilder& log, const LogTable& all);

}  // namespace kernline::logs
