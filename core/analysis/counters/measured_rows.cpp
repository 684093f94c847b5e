// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/measured_rows.h"

#include <algorithm>

namespace kernline {

std::map<std::uint32_t, MeasuredWork> measuredRows(const Trace& trace, const StatisticsOptions& options) {
  std::map<std::uint32_t, MeasuredWork> rows;
  const WorkCounters counters(trace);
  if (counters.isEmpty() || !options.by) {
    return rows;
  }
  const auto isAsked = [&](SpanId span) {
    return isDeviceActivity(trace.kind(span)) && options.kinds.contains(trace.kind(span)) &&
           (!options.range || trace.range(span).overlaps(*options.range)) &&
           (!options.among || std::ranges::binary_search(*options.among, span));
  };
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (const SpanId span{i}; isAsked(span)) {
      const TimeRange whole = trace.range(span);
      counters.add(span, options.range ? whole.clippedTo(*options.range) : whole, rows[options.by->of(span)]);
    }
  }
  std::erase_if(rows, [](const auto& row) { return row.second.count == 0; });
  return rows;
}

}  // namespace kernline
