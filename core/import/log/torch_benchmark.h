// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads what torch.utils.benchmark.Compare prints, as a table with a row a measurement:
///
///     [------- matmul -------]
///                  |  eager  |  compiled
///     1 threads: -------------
///           128    |   5.1   |    4.1
///
///     Times are in microseconds (us).
class TorchBenchmarkReader {
 public:
  explicit TorchBenchmarkReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_part != Part::None; }

 private:
  enum class Part : std::uint8_t { None, Head, Rows };

  struct Measured {
    std::string name;
    std::string threads;
    std::string implementation;
    std::string time;
    std::uint32_t line = 0;
  };

  void takeRow(const SourceLine& line);
  void addTable(std::string_view unit);

  LogBuilder& m_log;
  Part m_part = Part::None;
  std::string m_title;
  ContextId m_context = ContextId::none;
  std::uint32_t m_line = 0;
  std::uint64_t m_offset = 0;
  std::vector<std::string> m_columns;
  std::string m_threads;
  std::vector<Measured> m_rows;
};

}  // namespace kernline::logs
