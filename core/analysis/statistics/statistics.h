// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/input_shapes.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"
#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// What makes two spans fall into one row.
enum class GroupBy : std::uint8_t {
  Name,      ///< the span's name
  Category,  ///< the category as the file spells it
  Op,        ///< the operator that made it (`Trace::opOf`); an operator counts as its own
  Stream,    ///< the track it is on
  Shape,     ///< the span's name and `StatisticsOptions::shapes`
  Family,    ///< the kernel family of device work; everything else is one row without a name
};

/// The key of a row of GroupBy::Op whose spans were replayed by a CUDA graph: which operator made them, no trace says.
inline constexpr std::uint32_t graphReplayKey = UINT32_MAX - 1;

/// The key of what belongs to no family in GroupBy::Family.
inline constexpr std::uint32_t noFamilyKey = UINT8_MAX + 1;

/// The key of `span` for GroupBy::Family: a KernelFamily, or noFamilyKey.
[[nodiscard]] std::uint32_t familyKey(const Trace& trace, SpanId span);

/// The key of `span` for GroupBy::Op: its operator's name, StringId::none if none made it, or graphReplayKey.
[[nodiscard]] std::uint32_t opKey(const Trace& trace, SpanId span);

struct StatisticsOptions {
  GroupBy by = GroupBy::Name;
  SpanKinds kinds = SpanKinds::all();
  /// Only what lies in here: a span that reaches over an edge counts with the part inside.
  std::optional<TimeRange> range = {};
  /// Only these spans; nullptr: all.
  std::shared_ptr<const std::vector<SpanId>> among = nullptr;
  const InputShapes* shapes = nullptr;  ///< for GroupBy::Shape; must outlive the call
};

/// Figures of the spans that share a key. Exact integers, except that mean, an even count's median (the mean of the
/// two middle ones) and the deviation are rounded to the nearest nanosecond.
struct StatisticsRow {
  /// What `by` groups by, as a number that is stable within a trace: StringId of a name, `opKey`, CategoryId, TrackId,
  /// `familyKey`.
  /// For GroupBy::Shape, the number of the group.
  std::uint32_t key = 0;
  std::uint32_t shape = InputShapes::unread;  ///< for GroupBy::Shape, of `InputShapes::shapes`
  std::string_view name;                      ///< lives as long as the trace; empty where there is none
  std::string_view category;                  ///< of the longest span; empty if the file has none
  std::uint64_t count = 0;
  Duration total;
  Duration mean;
  Duration median;
  Duration min;
  Duration max;
  Duration stddev;         ///< of the sample (divided by count - 1); 0 for one span
  double share = 0;        ///< of the sum of all totals in the selection, 0 to 1; rows add up to 1
  double shareOfBusy = 0;  ///< total by the selection's busy time; with parallel streams rows add up to more than 1
  SpanId longest = SpanId::none;  ///< the first of those that last longest
};

struct Statistics {
  std::vector<StatisticsRow> rows;  ///< by total, longest first; equal totals by name
  std::uint64_t count = 0;
  Duration total;  ///< sum of the rows' totals
  /// Time in which at least one selected span was running, of each device by itself, summed over devices; all host
  /// tracks count as one.
  Duration busy;
  std::size_t busyDevices = 0;  ///< devices with selected spans
  /// Spans left out because their rows repeat what others say (`repeatedRows`). None are where `among` chose spans.
  std::uint64_t repeated = 0;
};

/// Counts, sums and middles of a trace's spans. Spans outside the trace's bounds (at time 0 beside epoch times) count
/// as all others do. Costs two passes over the columns and a sort of each row's durations' middle; O(log spans) more
/// a span for GroupBy::Op. Empty if stopped.
[[nodiscard]] Statistics statistics(const Trace& trace, const StatisticsOptions& options, std::stop_token stop = {});

}  // namespace kernline
