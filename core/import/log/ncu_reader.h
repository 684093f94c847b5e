// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/metric_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <optional>
#include <string>
#include <vector>

namespace kernline::logs {

/// Reads Nsight Compute's `--page details` text: one table a kernel launch, a row a metric.
/// `--print-summary` has `Minimum`, `Maximum` and `Average` for the value, and the number of invocations; for each GPU
/// the lines of kernels are below `Device 0, CC 9.0`.
///
///     rms(float *, int) (4096, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0
///       Section: GPU Speed Of Light Throughput
///       ----------------------- ----------- ------------
///       Metric Name             Metric Unit Metric Value
///       ----------------------- ----------- ------------
///       DRAM Frequency                  Ghz         3.20
///
/// Advice ("OPT …") is a note at the last row above it.
class NcuReader {
 public:
  explicit NcuReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own; the first one names a kernel.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_table.has_value(); }

 private:
  bool begin(const SourceLine& line, Scope& scope);
  void takeRow(const SourceLine& line);
  void takeAdvice(std::string_view text);
  [[nodiscard]] bool noteDevice(std::string_view text);

  LogBuilder& m_log;
  std::optional<LogTable> m_table;
  std::string m_device;  // device of a summary for each GPU
  std::string m_section;
  std::vector<ColumnSpan> m_spans;
  bool m_inRows = false;
  std::string m_advice;
};

}  // namespace kernline::logs
