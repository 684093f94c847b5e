// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::csv {

/// Meaning of a column in a trace report, independent of its name in nsys (any version) or nvprof.
enum class Meaning : std::uint8_t {
  Start,
  Duration,
  Name,
  Correlation,
  GridX,
  GridY,
  GridZ,
  BlockX,
  BlockY,
  BlockZ,
  Registers,
  StaticMemory,
  DynamicMemory,
  Bytes,
  Throughput,
  SourceMemory,
  TargetMemory,
  Device,
  Context,
  Stream,
  Pid,
  Tid,
  ThreadName,
  RangeStack,  ///< only reports of NVTX ranges have it
  End,         ///< columns of rocprofv3, which has no duration
  Agent,       ///< a device as ROCm numbers it
  SourceAgent,
  TargetAgent,
  Direction,  ///< direction of a copy
  Domain,     ///< API domain: "HIP_RUNTIME_API"
  Dispatch,
  CounterName,
  CounterValue,
  Count_
};

inline constexpr std::size_t meaningCount = static_cast<std::size_t>(Meaning::Count_);
inline constexpr std::size_t noColumn = SIZE_MAX;

/// The columns of a table of events, and their units.
struct Columns {
  std::array<std::size_t, meaningCount> place{};  ///< column index of each meaning; noColumn if absent
  std::vector<std::string> names;                 ///< names as the header spells them
  std::vector<std::string> units;                 ///< unit of each column; "" if it gives none
  char separator = ',';
  std::vector<std::size_t> counters;  ///< columns of what was counted of a kernel: rocprof, rocprof-compute
  bool isGridOfThreads = false;       ///< the grid is in threads, not in blocks: rocprofv3
  std::size_t firstRow = 0;           ///< byte after the header, and after a line of units

  [[nodiscard]] bool has(Meaning meaning) const { return place[static_cast<std::size_t>(meaning)] != noColumn; }
  /// "" where there is no such column or the row is too short.
  [[nodiscard]] std::string_view cell(const std::vector<std::string>& row, Meaning meaning) const;
  /// Returns the unit of a time column, as a power of ten over nanoseconds.
  [[nodiscard]] int timeExponentOf(Meaning meaning) const;
};

/// The header of a table whose rows are events with a start and a duration or end of their own (`nsys stats --report
/// cuda_gpu_trace --format csv` and its like, the traces of `rocprofv3 --output-format csv`, the kernels of rocprof and
/// rocprof-compute), found among the first
/// lines of `text`, which may have other text before it. nullopt if there is none: a summary has durations but no
/// starts.
[[nodiscard]] std::optional<Columns> findColumns(std::string_view text);

}  // namespace kernline::csv
