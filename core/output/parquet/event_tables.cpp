// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_times.h"
#include "core/model/base/merge_runs.h"
#include "core/output/parquet/timed_table.h"
#include "core/output/sql/list_specs.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

namespace kernline::parquet {

namespace {

using sql::Cell;
using enum sql::ColumnType;

class NumberedRows final : public TimedTable {
 public:
  explicit NumberedRows(RowSource source) : m_source(std::move(source)) {
    std::ranges::transform(m_source.columns, std::back_inserter(m_columns), &RowColumn::schema);
  }

  [[nodiscard]] std::string_view name() const override { return m_source.name; }
  [[nodiscard]] const std::vector<ColumnSchema>& columns() const override { return m_columns; }
  [[nodiscard]] std::size_t sortedBy() const override { return m_source.sortedBy; }

  [[nodiscard]] RowNumbers allRows() const override { return RowNumbers::upTo(m_source.count); }

  [[nodiscard]] std::vector<std::uint32_t> rows(RankFilter rank) const override {
    std::vector<std::uint32_t> all(m_source.count);
    std::iota(all.begin(), all.end(), 0U);
    if (rank) {
      std::erase_if(all, [&](std::uint32_t row) { return m_source.rankOf(row) != *rank; });
    }
    std::vector<Time> times(m_source.count);
    for (const std::uint32_t row : all) {
      times[row] = m_source.timeOf(row);
    }
    mergeRuns(all, [&](std::uint32_t row) { return times[row]; });
    return all;
  }

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    std::string scratch;
    for (const std::size_t i : columns) {
      ColumnValues values(m_columns[i].type, rows.size());
      for (const std::uint32_t row : rows) {
        values.add(m_source.columns[i].value(row, scratch));
      }
      take(i, values);
    }
  }

 private:
  RowSource m_source;
  std::vector<ColumnSchema> m_columns;
};

/// A table of the query as it is there.
RowSource listSource(sql::Model& model, const std::vector<sql::ListSpec>& specs, std::string_view name) {
  const sql::ListSpec& spec = *std::ranges::find(specs, name, &sql::ListSpec::name);
  RowSource source{spec.name, spec.rowCount(model), {}, 0, {}, {}};
  for (const sql::ListColumn& column : spec.columns) {
    source.columns.push_back({{std::string(column.column.name), column.column.type},
                              [&model, value = column.value](std::uint64_t row, std::string& scratch) {
                                return value(model, row, scratch);
                              }});
  }
  return source;
}

std::size_t columnOf(const RowSource& source, std::string_view name) {
  const auto at = std::ranges::find(source.columns, name,
                                    [](const RowColumn& column) -> const std::string& { return column.schema.name; });
  return static_cast<std::size_t>(at - source.columns.begin());
}

RowSource launchSource(sql::Model& model) {
  const Trace& trace = model.trace();
  RowSource source = listSource(model, sql::linkTables(), "launches");
  source.sortedBy = source.columns.size();
  source.timeOf = [&trace](std::uint64_t row) { return trace.start(trace.launches()[row].call); };
  source.rankOf = [&trace](std::uint64_t row) { return rankOf(trace, trace.trackOf(trace.launches()[row].call)); };
  source.columns.push_back({{"call_start_ns", Integer}, [time = source.timeOf](std::uint64_t row, std::string&) {
                              return Cell::integer(time(row).ns);
                            }});
  return source;
}

/// A column of numbers for whoever makes a trace of the table again; negative ones are NULL.
void addNumber(RowSource& source, const char* name, std::function<std::int64_t(std::uint64_t row)> valueOf) {
  source.columns.push_back({{name, Integer}, [valueOf = std::move(valueOf)](std::uint64_t row, std::string&) {
                              return Cell::indexOrNull(valueOf(row));
                            }});
}

template <typename Id>
std::int64_t numberOr(Id id) {
  return id == Id::none ? -1 : static_cast<std::int64_t>(index(id));
}

RowSource flowSource(sql::Model& model) {
  const Trace& trace = model.trace();
  RowSource source = listSource(model, sql::linkTables(), "flows");
  source.sortedBy = source.columns.size();
  source.timeOf = [&trace](std::uint64_t row) { return trace.start(trace.flows()[row].from); };
  source.rankOf = [&trace](std::uint64_t row) { return rankOf(trace, trace.trackOf(trace.flows()[row].from)); };
  source.columns.push_back({{"from_start_ns", Integer}, [time = source.timeOf](std::uint64_t row, std::string&) {
                              return Cell::integer(time(row).ns);
                            }});
  return source;
}

RowSource instantSource(sql::Model& model) {
  const Trace& trace = model.trace();
  RowSource source = listSource(model, sql::timeTables(), "instants");
  source.sortedBy = columnOf(source, "time_ns");
  source.timeOf = [&trace](std::uint64_t row) { return trace.instants()[row].time; };
  source.rankOf = [&trace](std::uint64_t row) { return rankOf(trace, trace.instants()[row].track); };
  addNumber(source, "track_id", [&trace](std::uint64_t row) { return numberOr(trace.instants()[row].track); });
  addNumber(source, "scope",
            [&trace](std::uint64_t row) { return static_cast<std::int64_t>(trace.instants()[row].scope); });
  return source;
}

RowSource stepSource(sql::Model& model) {
  RowSource source = listSource(model, sql::timeTables(), "steps");
  source.sortedBy = columnOf(source, "start_ns");
  source.timeOf = [&model](std::uint64_t row) { return model.steps().steps[row].range.begin; };
  source.rankOf = [&model](std::uint64_t row) { return rankOf(model.trace(), model.steps().steps[row].process); };
  return source;
}

RowSource counterSource(sql::Model& model) {
  const Trace& trace = model.trace();
  const auto counterOf = [&trace](std::uint64_t row) -> const Counter& {
    return *(std::ranges::upper_bound(trace.counters(), row, {}, &Counter::firstSample) - 1);
  };
  RowSource source = listSource(model, sql::timeTables(), "counters");
  source.sortedBy = columnOf(source, "time_ns");
  source.timeOf = [&trace, counterOf](std::uint64_t row) {
    const Counter& counter = counterOf(row);
    return trace.sampleTimes(counter)[row - counter.firstSample];
  };
  source.rankOf = [&trace, counterOf](std::uint64_t row) { return rankOf(trace, counterOf(row).process); };
  addNumber(source, "counter_id",
            [&trace, counterOf](std::uint64_t row) { return &counterOf(row) - trace.counters().data(); });
  return source;
}

RowSource memorySource(sql::Model& model) {
  const Trace& trace = model.trace();
  RowSource source = listSource(model, sql::timeTables(), "memory");
  source.sortedBy = columnOf(source, "time_ns");
  source.timeOf = [&trace](std::uint64_t row) { return trace.memoryEvents()[row].time; };
  source.rankOf = [&trace](std::uint64_t row) { return rankOf(trace, trace.memoryEvents()[row].track); };
  addNumber(source, "track_id", [&trace](std::uint64_t row) { return numberOr(trace.memoryEvents()[row].track); });
  addNumber(source, "device_type", [&trace](std::uint64_t row) { return trace.memoryEvents()[row].deviceType; });
  addNumber(source, "source_offset",
            [&trace](std::uint64_t row) { return static_cast<std::int64_t>(trace.memoryEvents()[row].offset); });
  return source;
}

Cell busFactorOf(const CollectiveCall& call) {
  return call.groupSize == 0 ? Cell{} : Cell::real(busFactor(call.kind, call.groupSize));
}

/// Returns the columns of collectives, besides their times.
std::vector<RowColumn> collectiveColumns(sql::Model& model, const std::vector<CollectiveCall>& calls) {
  const Trace& trace = model.trace();
  std::vector<RowColumn> columns;
  const auto add = [&](const char* name, sql::ColumnType type, auto value) {
    columns.push_back({{name, type}, [&calls, value](std::uint64_t row, std::string&) { return value(calls[row]); }});
  };
  using Call = CollectiveCall;
  add("span_id", Integer, [](const Call& call) { return Cell::integer(static_cast<std::int64_t>(index(call.span))); });
  add("name", Text, [](const Call& call) { return Cell::textOrNull(call.name); });
  add("kind", Text, [](const Call& call) { return Cell::text(toText(call.kind)); });
  add("span", Text, [&trace](const Call& call) { return Cell::text(trace.nameText(call.span)); });
  add("start_ns", Integer, [&trace](const Call& call) { return Cell::integer(trace.start(call.span).ns); });
  add("duration_ns", Integer, [&trace](const Call& call) { return Cell::integer(trace.duration(call.span).ns); });
  add("end_ns", Integer, [&trace](const Call& call) { return Cell::integer(trace.end(call.span).ns); });
  add("device", Integer, [&model, &trace](const Call& call) { return model.device(trace.trackOf(call.span)); });
  add("step_number", Integer, [&model](const Call& call) {
    const std::uint32_t step = model.stepOf(call.span);
    return step == noStep ? Cell{} : Cell::integer(static_cast<std::int64_t>(model.stepNumber(step)));
  });
  add("process_group", Text, [](const Call& call) { return Cell::textOrNull(call.group); });
  add("group_size", Integer, [](const Call& call) {
    return call.groupSize == 0 ? Cell{} : Cell::integer(static_cast<std::int64_t>(call.groupSize));
  });
  add("sequence", Integer, [](const Call& call) { return Cell::indexOrNull(call.sequence); });
  add("bytes", Integer, [](const Call& call) { return Cell::indexOrNull(call.bytes); });
  add("bus_factor", Real, busFactorOf);
  add("on_host", Integer, [](const Call& call) { return Cell::integer(call.isOnHost ? 1 : 0); });
  return columns;
}

RowSource collectiveSource(sql::Model& model, const std::vector<CollectiveCall>& calls) {
  const Trace& trace = model.trace();
  RowSource source{"collectives", calls.size(), collectiveColumns(model, calls), 0, {}, {}};
  source.sortedBy = columnOf(source, "start_ns");
  source.timeOf = [&trace, &calls](std::uint64_t row) { return trace.start(calls[row].span); };
  source.rankOf = [&trace, &calls](std::uint64_t row) { return rankOf(trace, trace.trackOf(calls[row].span)); };
  return source;
}

}  // namespace

std::unique_ptr<TimedTable> rowTable(RowSource source) {
  return std::make_unique<NumberedRows>(std::move(source));
}

std::unique_ptr<TimedTable> timedTable(std::string_view name, sql::Model& model,
                                       const std::vector<CollectiveCall>& collectives) {
  if (auto spans = spanTable(name, model)) {
    return spans;
  }
  return rowTable(name == "launches"      ? launchSource(model)
                  : name == "collectives" ? collectiveSource(model, collectives)
                  : name == "steps"       ? stepSource(model)
                  : name == "counters"    ? counterSource(model)
                  : name == "flows"       ? flowSource(model)
                  : name == "instants"    ? instantSource(model)
                                          : memorySource(model));
}

std::vector<std::pair<std::string, std::string>> tableMetadata(const TimedTable& table, const Trace& trace,
                                                               std::int32_t rank) {
  std::vector<std::pair<std::string, std::string>> metadata{
      {"kernline.schema_version", std::to_string(parquetSchemaVersion)},
      {"kernline.table", std::string(table.name())},
      {"kernline.base_time_ns", std::to_string(trace.baseTimeNs())}};
  if (rank >= 0) {
    metadata.emplace_back("kernline.rank", std::to_string(rank));
  }
  if (!trace.sources().empty()) {
    metadata.emplace_back("kernline.source", trace.sources().front().path);
  }
  return metadata;
}

}  // namespace kernline::parquet
