// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/autotune_reader.h"
#include "core/import/log/benchmark_reader.h"
#include "core/import/log/commented_table.h"
#include "core/import/log/deepspeed_reader.h"
#include "core/import/log/dict_reader.h"
#include "core/import/log/frame_reader.h"
#include "core/import/log/hyperfine_reader.h"
#include "core/import/log/insert_reader.h"
#include "core/import/log/latex_reader.h"
#include "core/import/log/lines_above.h"
#include "core/import/log/matrix_reader.h"
#include "core/import/log/ncu_reader.h"
#include "core/import/log/nvidia_smi_reader.h"
#include "core/import/log/nvprof_reader.h"
#include "core/import/log/perf_stat_reader.h"
#include "core/import/log/pstats_reader.h"
#include "core/import/log/series_reader.h"
#include "core/import/log/torch_benchmark.h"
#include "core/import/log/value_rows_reader.h"

#include <tuple>

namespace kernline::logs {

/// The readers of what tools print over many lines that are no table by themselves. One at a time is open: it sees each
/// line before any other does.
class ToolReaders {
 public:
  explicit ToolReaders(LogBuilder& log)
      : m_readers(log, log, log, log, log, log, log, log, log, log, log, log, log, log),
        m_readersBelow(log, log, log, log) {}

  [[nodiscard]] bool take(const SourceLine& line, Scope& scope) {
    const bool isBelowFirst =
        std::apply([](const auto&... reader) { return (reader.isOpen() || ...); }, m_readersBelow);
    const bool isTaken = (isBelowFirst && takeBelow(line, scope)) ||
                         std::apply([&](auto&... reader) { return (reader.take(line, scope) || ...); }, m_readers) ||
                         (!isBelowFirst && takeBelow(line, scope));
    if (!isTaken) {
      m_above.add(line);
    }
    return isTaken;
  }
  /// A line without any work on it may still be a head.
  void pass(const SourceLine& line) { m_above.add(line); }
  void finish() {
    std::apply([](auto&... reader) { (reader.finish(), ...); }, m_readers);
    std::apply([](auto&... reader) { (reader.finish(), ...); }, m_readersBelow);
  }
  [[nodiscard]] bool isOpen() const {
    const auto any = [](const auto&... reader) { return (reader.isOpen() || ...); };
    return std::apply(any, m_readers) || std::apply(any, m_readersBelow);
  }

 private:
  [[nodiscard]] bool takeBelow(const SourceLine& line, Scope& scope) {
    return std::apply([&](auto&... reader) { return (reader.take(line, m_above, scope) || ...); }, m_readersBelow);
  }

  std::tuple<NcuReader, NvprofReader, DeepSpeedReader, TorchBenchmarkReader, PstatsReader, PerfStatReader,
             BenchmarkReader, InsertReader, CommentedTableReader, AutotuneReader, LatexReader, NvidiaSmiReader,
             SeriesReader, DictReader>
      m_readers;
  LinesAbove m_above;
  std::tuple<FrameReader, MatrixReader, HyperfineReader, ValueRowsReader> m_readersBelow;  // they look at lines above
};

}  // namespace kernline::logs
