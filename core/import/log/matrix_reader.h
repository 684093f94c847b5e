// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/lines_above.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads the matrices of nvbandwidth, p2pBandwidthLatencyTest and rocm-bandwidth-test for pairs of devices, as a table
/// with a row a pair:
///
///     memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)
///                0         1
///      0       N/A    395.12
///      1    395.40       N/A
///
/// The heading has the metric and its unit.
class MatrixReader {
 public:
  explicit MatrixReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is a row of such a matrix.
  bool take(const SourceLine& line, const LinesAbove& above, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_table.has_value(); }

 private:
  struct Title {
    std::string text;   ///< title without the unit
    std::string value;  ///< "bandwidth (GB/s)"
    std::string row;    ///< kind of a row: "GPU"
    std::string column;
  };

  [[nodiscard]] static std::optional<Title> titleAbove(std::uint32_t head, const LinesAbove& above);
  bool begin(const SourceLine& row, const LinesAbove& above, Scope& scope);
  bool addRow(const SourceLine& line);

  LogBuilder& m_log;
  std::vector<std::string> m_columns;
  Title m_title;
  std::string m_test;  ///< test named in the title of the open matrix
  std::uint32_t m_lastLine = 0;
  std::optional<OpenTable> m_table;
};

}  // namespace kernline::logs
