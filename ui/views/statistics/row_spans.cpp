// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/row_spans.h"

#include "core/analysis/statistics/repeated_rows.h"

#include <algorithm>
#include <tuple>

namespace kernline::ui {
Expected<std::vector<SpanId>> rowSpans(const Trace& trace, const StatisticsOptions& options, std::uint32_t key,
                                       std::stop_token stop) {
  constexpr std::uint32_t checkEvery = 1U << 16U;
  const SpanKeyPtr by = options.by ? options.by : byName(trace);
  std::vector<SpanId> spans;
  const auto addIfOfRow = [&](SpanId span) {
    if (options.kinds.contains(trace.kind(span)) && by->of(span) == key &&
        (!options.range || options.range->overlaps(trace.range(span)))) {
      spans.push_back(span);
    }
  };
  if (options.among) {
    std::ranges::for_each(*options.among, addIfOfRow);
  }
  const std::vector<bool> isRepeated = options.among ? std::vector<bool>{} : repeatedRows(trace);
  for (std::size_t t = 0; t < isRepeated.size(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = 0; !isRepeated[t] && i < track.spanCount; ++i) {
      if (i % checkEvery == 0 && stop.stop_requested()) {
        return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
      }
      addIfOfRow(SpanId{track.firstSpan + i});
    }
  }
  std::ranges::sort(spans, {}, [&](SpanId s) { return std::tuple(trace.start(s), s); });
  return spans;
}

Expected<std::vector<SpanId>> rowSpans(const StatisticsTable& table, std::size_t place, std::stop_token stop) {
  if (table.columns == StatisticsColumns::Spans) {
    return rowSpans(*table.trace, table.options, table.statistics.rows[place].key, std::move(stop));
  }
  std::vector<SpanId> calls = callsOf(*table.trace, table.opOptions(), table.ops.rows[place], stop);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return calls;
}

}  // namespace kernline::ui
