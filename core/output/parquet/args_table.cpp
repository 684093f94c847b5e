// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/merge_runs.h"
#include "core/model/trace/arg_values.h"
#include "core/output/parquet/timed_table.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace kernline::parquet {

namespace {

using sql::Cell;
using enum sql::ColumnType;

/// Spans with their args, which are read from the source when they are written.
class ArgsRows final : public TimedTable {
 public:
  ArgsRows(const Trace& trace, std::vector<std::uint32_t> spans) : m_trace(trace), m_spans(std::move(spans)) {}

  [[nodiscard]] std::string_view name() const override { return "args"; }
  [[nodiscard]] const std::vector<ColumnSchema>& columns() const override { return m_columns; }
  [[nodiscard]] std::size_t sortedBy() const override { return startColumn; }
  [[nodiscard]] RowNumbers allRows() const override { return RowNumbers(m_spans); }

  [[nodiscard]] std::vector<std::uint32_t> rows(RankFilter rank) const override {
    std::vector<std::uint32_t> spans = m_spans;
    if (rank) {
      std::erase_if(spans, [&](std::uint32_t span) { return rankOf(m_trace, m_trace.trackOf(SpanId{span})) != *rank; });
    }
    mergeRuns(spans, [starts = m_trace.starts()](std::uint32_t span) { return starts[span]; });
    return spans;
  }

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    for (const std::size_t column : columns) {
      ColumnValues values(m_columns[column].type, rows.size());
      for (const std::uint32_t row : rows) {
        addTo(values, column, SpanId{row});
      }
      take(column, values);
    }
  }

 private:
  static constexpr std::size_t startColumn = 1;
  static constexpr std::size_t argsColumn = 3;

  void addTo(ColumnValues& values, std::size_t column, SpanId span) const {
    if (column == argsColumn) {
      const ArgNode args = m_trace.details(span).args;
      values.add(args.children.empty() ? Cell{} : Cell::passing(sql::toJson(args)));
    } else {
      values.add(Cell::integer(column == 0             ? static_cast<std::int64_t>(index(span))
                               : column == startColumn ? m_trace.start(span).ns
                                                       : static_cast<std::int64_t>(m_trace.offset(span))));
    }
  }

  const Trace& m_trace;
  std::vector<std::uint32_t> m_spans;
  std::vector<ColumnSchema> m_columns{
      {"span_id", Integer}, {"start_ns", Integer}, {"source_offset", Integer}, {"args", Text}};
};

/// Returns the spans that comparisons of ranks need: kernels of communication, and their records on hosts.
std::vector<std::uint32_t> spansOfCommunication(const Trace& trace, const std::vector<CollectiveCall>& collectives) {
  std::vector<std::uint32_t> spans;
  std::ranges::transform(collectives, std::back_inserter(spans),
                         [](const CollectiveCall& call) { return static_cast<std::uint32_t>(index(call.span)); });
  if (const StringId record = trace.strings().find("record_param_comms"); record != StringId::none) {
    for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
      if (trace.name(SpanId{span}) == record) {
        spans.push_back(span);
      }
    }
  }
  std::ranges::sort(spans);
  spans.erase(std::ranges::unique(spans).begin(), spans.end());
  return spans;
}

}  // namespace

std::unique_ptr<TimedTable> argsTable(const Trace& trace, const std::vector<CollectiveCall>& collectives,
                                      bool ofAllSpans) {
  std::vector<std::uint32_t> spans;
  if (ofAllSpans) {
    spans.resize(trace.spanCount());
    std::iota(spans.begin(), spans.end(), 0U);
  } else {
    spans = spansOfCommunication(trace, collectives);
  }
  return std::make_unique<ArgsRows>(trace, std::move(spans));
}

}  // namespace kernline::parquet
