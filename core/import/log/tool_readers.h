// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/commented_table.h"
#include "core/import/log/deepspeed_reader.h"
#include "core/import/log/ncu_reader.h"
#include "core/import/log/nvprof_reader.h"
#include "core/import/log/perf_stat_reader.h"
#include "core/import/log/pstats_reader.h"
#include "core/import/log/torch_benchmark.h"

#include <tuple>

namespace kernline::logs {

/// The readers of what tools print over many lines that are no table by themselves. One at a time is open: it sees
/// each line before anybody else does.
class ToolReaders {
 public:
  explicit ToolReaders(LogBuilder& log) : m_readers(log, log, log, log, log, log, log) {}

  [[nodiscard]] bool take(const SourceLine& line, Scope& scope) {
    return std::apply([&](auto&... reader) { return (reader.take(line, scope) || ...); }, m_readers);
  }
  void finish() {
    std::apply([](auto&... reader) { (reader.finish(), ...); }, m_readers);
  }
  [[nodiscard]] bool isOpen() const {
    return std::apply([](const auto&... reader) { return (reader.isOpen() || ...); }, m_readers);
  }

 private:
  std::tuple<NcuReader, NvprofReader, DeepSpeedReader, TorchBenchmarkReader, PstatsReader, PerfStatReader,
             CommentedTableReader>
      m_readers;
};

}  // namespace kernline::logs
