// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/statistics/statistics.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

struct OpStatisticsOptions {
  /// Kinds that form rows: operators, annotations or both.
  SpanKinds kinds = {SpanKind::Op};
  /// Only what lies in here: calls and device activity that reach over an edge count with the part inside.
  std::optional<TimeRange> range = {};
  /// Shapes that make an operator called with others another row; nullptr for none. Must outlive the call.
  const InputShapes* shapes = nullptr;
  /// Only these calls make rows, ascending; nullptr for all. Calls inside of them count as called by them, whatever
  /// they are.
  std::shared_ptr<const std::vector<SpanId>> among = nullptr;
};

/// The calls of one operator, as PyTorch's key_averages() counts them. A call that is the only one inside a call of its
/// own name is the same call ("aten::matmul" of more than two dimensions). Other calls inside calls of the same row do
/// not add to totals, only the outermost does; PyTorch adds them all, which is what the sums are.
struct OpStatisticsRow {
  StringId name = StringId::none;
  SpanKind kind = SpanKind::Op;
  std::uint32_t shape = InputShapes::unread;  ///< index in `InputShapes::shapes`
  std::uint64_t calls = 0;
  Duration hostTotal;            ///< time in at least one call
  Duration hostSum;              ///< sum over all calls
  Duration hostSelf;             ///< outside the operators, annotations and runtime calls directly inside
  Duration hostMean;             ///< sum by calls, rounded to the nearest nanosecond
  Duration hostMax;              ///< longest call
  Duration deviceTotal;          ///< sum of the durations of the activity launched in it and in what it calls
  Duration deviceSum;            ///< the same added up over all calls
  Duration deviceSelf;           ///< time of activities that no operator inside launched
  Duration tensorCores;          ///< part of `deviceTotal` in kernels that use tensor cores by their names
  std::uint64_t kernels = 0;     ///< device activities in `deviceTotal`
  std::uint64_t ownKernels = 0;  ///< number of device activities in `deviceSelf`
  std::uint64_t launches = 0;    ///< runtime calls that launched them; one may launch many (a graph)
  std::uint64_t ownLaunches = 0;
  SpanId longest = SpanId::none;  ///< the first of the calls that last longest in the range
};

struct OpStatistics {
  std::vector<OpStatisticsRow> rows;  ///< sorted by total host time, longest first; equals by name
  std::uint64_t calls = 0;
  Duration hostSelf;         ///< sum of the rows
  Duration deviceSelf;       ///< sum of the rows
  Duration deviceWithoutOp;  ///< time of activities that no operator or annotation launched, by the trace
};

/// Host threads are walked side by side; about 0.2 µs a span. Empty if stopped.
[[nodiscard]] OpStatistics opStatistics(const Trace& trace, const OpStatisticsOptions& options, unsigned threads,
                                        const std::stop_token& stop = {});

/// The calls that a row counts, by start. The same options as the row's.
[[nodiscard]] std::vector<SpanId> callsOf(const Trace& trace, const OpStatisticsOptions& options,
                                          const OpStatisticsRow& row, const std::stop_token& stop = {});

}  // namespace kernline
