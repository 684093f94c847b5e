// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds statistics of spans: durations, histograms, launch shapes, occupancy, families.
#pragma once

#include "core/analysis/statistics/span_key.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"
#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

struct StatisticsOptions {
  SpanKeyPtr by = nullptr;  ///< key of rows; nullptr for names
  SpanKinds kinds = SpanKinds::all();
  /// Only what lies in here: a span that reaches over an edge counts with the part inside.
  std::optional<TimeRange> range = {};
  /// Only these spans; nullptr for all.
  std::shared_ptr<const std::vector<SpanId>> among = nullptr;
};

/// Figures of the spans that share a key. Exact integers, except that mean, an even count's median (the mean of the
/// two middle ones) and the deviation are rounded to the nearest nanosecond.
struct StatisticsRow {
  std::uint32_t key = 0;      ///< the number that `SpanKey::of` gives its spans
  std::string_view name;      ///< the label of the key, empty where there is none; lives as long as the statistics
  std::string_view category;  ///< category of the longest span; empty if the file has none
  std::uint64_t count = 0;
  Duration total;
  Duration mean;
  Duration median;
  Duration min;
  Duration max;
  /// Time without the counted spans inside them, of whatever row: see `selfTimes`. For device activities the total:
  /// spans side by side on a device do not nest.
  Duration self;
  Duration stddev;         ///< sample standard deviation (divided by count - 1); 0 for one span
  double share = 0;        ///< share of the sum of all totals in the selection, 0 to 1; rows add up to 1
  double shareOfBusy = 0;  ///< total by the selection's busy time; with parallel streams rows add up to more than 1
  SpanId longest = SpanId::none;  ///< the first of those that last longest
};

struct Statistics {
  SpanKeyPtr by;                    ///< key of the rows
  std::vector<StatisticsRow> rows;  ///< sorted by total, longest first; equal totals by name
  std::uint64_t count = 0;
  Duration total;  ///< sum of the rows' totals
  Duration self;   ///< sum of the rows' self times; less than `total` where counted spans contain each other
  /// Time in which at least one selected span was running, of each device by itself, summed over devices; all host
  /// tracks count as one.
  Duration busy;
  std::size_t busyDevices = 0;  ///< devices with selected spans
  /// Spans left out because their rows repeat others (`repeatedRows`). None if `among` chose spans.
  std::uint64_t repeated = 0;
};

/// Counts, sums and middles of a trace's spans. Spans outside the trace's bounds (at time 0 among epoch times) count
/// as all others do. Costs a pass over the columns, one over the calls of threads, and a sort of each row's durations'
/// middle; O(log spans) more a span for operators. Empty if stopped.
[[nodiscard]] Statistics statistics(const Trace& trace, const StatisticsOptions& options, std::stop_token stop = {});

/// Sets the shares of a part's rows to shares of `all`.
void shareOut(Statistics& part, const Statistics& all);

}  // namespace kernline
