// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/op_statistics.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/counters/measured_work.h"
#include "core/analysis/statistics/statistics.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Columns of a table of statistics.
enum class StatisticsColumns : std::uint8_t {
  Spans,             ///< spread of durations
  Operators,         ///< self and total, on the host and on the device
  OperatorsByShape,  ///< the same, with the shapes of the input
};

/// The user's request to the statistics.
struct StatisticsRequest {
  const KeyKind* by = keyKinds().data();  ///< key of rows
  SpanKinds kinds = SpanKinds::all();
  std::optional<TimeRange> range = {};                         ///< only what lies in here
  std::shared_ptr<const std::vector<SpanId>> among = nullptr;  ///< only these spans; nullptr for all
  StatisticsColumns columns = StatisticsColumns::Spans;        ///< others are of operators by name, whatever the rest
};

/// Statistics with the other contents of a table. Built by a worker, then immutable; keeps the trace that its
/// names point into.
struct StatisticsTable {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<TraceAnalysis> causes;  ///< analysis of the trace, cached for other tables
  const KeyKind* by = keyKinds().data();  ///< key of the rows
  std::optional<TimeRange> range;
  ActivityList launched;       ///< activities of the steps that the range is, if only device activity is counted
  StatisticsOptions options;   ///< options; no range where activity of steps counts
  Statistics statistics;       ///< statistics; with Operators: name, calls, total, mean and longest of each row alone
  std::vector<QString> names;  ///< name of each row: kernels in the style of `ShownNames` at the time
  std::vector<QString> families;  ///< family of each row, where rows are device activity by name; else empty
  std::map<std::uint32_t, MeasuredWork> measured;  ///< counters by the rows' keys, where they were sampled
  StatisticsColumns columns = StatisticsColumns::Spans;
  OpStatistics ops;                           ///< statistics with Operators: its rows are the table's
  std::shared_ptr<const InputShapes> shapes;  ///< shapes with OperatorsByShape
  /// The table of all spans, for a filtered table, whose shares refer to it.
  std::shared_ptr<const StatisticsTable> all;

  /// The counters of a row; nullptr if it has none. `isMeasured`: some row has counters.
  [[nodiscard]] bool isMeasured() const;
  [[nodiscard]] const MeasuredWork* measuredWork(std::size_t row) const;

  /// Returns the options for `opStatistics` and `callsOf`.
  [[nodiscard]] OpStatisticsOptions opOptions() const {
    return {.range = options.range,
            .shapes = columns == StatisticsColumns::OperatorsByShape ? shapes.get() : nullptr,
            .among = options.among};
  }
  /// "[[8, 8], []]"; empty if not in the file.
  [[nodiscard]] QString shapeText(std::size_t row) const;
  [[nodiscard]] QString shapeTypes(std::size_t row) const;
};

/// Computes the data for the key, and reads the shapes of all operators if they are requested.
[[nodiscard]] Expected<std::shared_ptr<const StatisticsTable>> makeStatisticsTable(std::shared_ptr<const Trace> trace,
                                                                                   const StatisticsRequest& request,
                                                                                   std::stop_token stop);

/// Returns the table of the spans that match a filter, as `spanFilter` reads it.
[[nodiscard]] Expected<std::shared_ptr<const StatisticsTable>> filterTable(
    const std::shared_ptr<const StatisticsTable>& all, const QString& filter, std::stop_token stop);

}  // namespace kernline::ui
