// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/merge_runs.h"
#include "core/output/parquet/span_reader.h"
#include "core/output/parquet/timed_table.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

namespace kernline::parquet {

namespace {

/// Whether the query's column is exported: not if it is read again from the file, nor the rank, which names the folder.
bool isExported(const sql::SpanColumn& column) {
  return !column.column.isSlow && column.column.name != "rank";
}

class SpanRows : public TimedTable {
 public:
  SpanRows(std::string_view name, sql::Model& model, std::span<const sql::SpanColumn> columns,
           std::optional<SpanKind> onlyKind)
      : m_name(name), m_model(model), m_lanes(model.trace()), m_onlyKind(onlyKind) {
    for (const sql::SpanColumn& column : columns) {
      if (isExported(column)) {
        m_sortedBy = column.column.name == columns[sql::startColumn].column.name ? m_columns.size() : m_sortedBy;
        m_columns.push_back({std::string(column.column.name), column.column.type});
        m_values.push_back(&column);
      }
    }
  }

  [[nodiscard]] std::string_view name() const override { return m_name; }
  [[nodiscard]] const std::vector<ColumnSchema>& columns() const override { return m_columns; }
  [[nodiscard]] std::size_t sortedBy() const override { return m_sortedBy; }

  [[nodiscard]] RowNumbers allRows() const override {
    const std::span<const SpanKind> kinds = m_model.trace().kinds();
    if (!m_onlyKind) {
      return RowNumbers::upTo(kinds.size());
    }
    std::vector<std::uint32_t> spans;
    const auto isOther = [&](SpanKind kind) { return kind != *m_onlyKind; };
    for (auto at = kinds.begin(); at != kinds.end();) {
      // Spans of one kind are mostly contiguous.
      const void* next = std::memchr(&*at, static_cast<int>(*m_onlyKind), static_cast<std::size_t>(kinds.end() - at));
      if (next == nullptr) {
        break;
      }
      const auto first = kinds.begin() + (static_cast<const SpanKind*>(next) - kinds.data());
      at = std::find_if(first, kinds.end(), isOther);
      const std::size_t count = spans.size();
      spans.resize(count + static_cast<std::size_t>(at - first));
      std::iota(spans.begin() + static_cast<std::ptrdiff_t>(count), spans.end(),
                static_cast<std::uint32_t>(first - kinds.begin()));
    }
    return RowNumbers(std::move(spans));
  }

  [[nodiscard]] std::vector<std::uint32_t> rows(RankFilter rank) const override {
    const Trace& trace = m_model.trace();
    std::vector<std::uint32_t> spans;
    for (const Track& track : trace.tracks()) {
      if (rank && rankOf(trace, track.process) != *rank) {
        continue;
      }
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        if (!m_onlyKind || trace.kinds()[i] == *m_onlyKind) {
          spans.push_back(i);
        }
      }
    }
    mergeRuns(spans, [starts = trace.starts()](std::uint32_t span) { return starts[span]; });
    return spans;
  }

  [[nodiscard]] sql::Derived needs(std::span<const std::size_t> columns) const override {
    sql::Derived needed = sql::Derived::Nothing;
    for (const std::size_t i : columns) {
      needed = needed | (isAdded(i) ? addedNeeds(i) : m_values[i]->made);
    }
    return needed;
  }

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    SpanReader reader(m_model, m_lanes);
    std::vector<std::int64_t> integers(rows.size());
    std::vector<std::uint32_t> areThere(rows.size());
    for (const std::size_t i : columns) {
      ColumnValues values(m_columns[i].type, rows.size());
      if (readingOf(i) == Reading::Numbers) {
        reader.addTexts(*m_values[i], rows, values);
      } else {
        const bool hasNull = readIntegers(rows, i, integers.data(), areThere.data());
        values.addIntegers(integers, hasNull ? areThere : std::span<const std::uint32_t>());
      }
      take(i, values);
    }
  }

  [[nodiscard]] Reading readingOf(std::size_t column) const override {
    return isAdded(column) || !SpanReader::isNumbered(*m_values[column]) ? Reading::Integers : Reading::Numbers;
  }

  bool readIntegers(std::span<const std::uint32_t> rows, std::size_t column, std::int64_t* to,
                    std::uint32_t* areThere) const override {
    return isAdded(column) ? readAdded(rows, column, to, areThere)
                           : SpanReader(m_model, m_lanes).integers(*m_values[column], rows, to, areThere);
  }

  void readNumbers(std::span<const std::uint32_t> rows, std::size_t column, std::uint32_t* to) const override {
    SpanReader(m_model, m_lanes).numbers(*m_values[column], rows, to);
  }

  [[nodiscard]] std::shared_ptr<const std::int64_t[]> stored(std::size_t column) const override {
    return isAdded(column) || m_onlyKind || m_values[column]->stored == nullptr ? nullptr
                                                                                : m_values[column]->stored(m_model);
  }

 protected:
  [[nodiscard]] sql::Model& model() const { return m_model; }
  [[nodiscard]] const Trace& trace() const { return m_model.trace(); }

  // Adds a column of integers that the table has besides those of queries.
  std::size_t addColumn(const char* name) {
    m_columns.push_back({name, sql::ColumnType::Integer});
    return m_columns.size() - 1;
  }
  [[nodiscard]] virtual sql::Derived addedNeeds(std::size_t) const { return sql::Derived::Nothing; }
  virtual bool readAdded(std::span<const std::uint32_t> /*rows*/, std::size_t /*column*/, std::int64_t* /*to*/,
                         std::uint32_t* /*areThere*/) const {
    return false;
  }

 private:
  [[nodiscard]] bool isAdded(std::size_t column) const { return column >= m_values.size(); }

  std::string_view m_name;
  sql::Model& m_model;
  LanesOfSpans m_lanes;
  std::optional<SpanKind> m_onlyKind;
  std::vector<ColumnSchema> m_columns;
  std::vector<const sql::SpanColumn*> m_values;
  std::size_t m_sortedBy = 0;
};

/// All spans, with what only a reader that makes a trace of them needs.
class AllSpanRows final : public SpanRows {
 public:
  explicit AllSpanRows(sql::Model& model)
      : SpanRows("spans", model, sql::spanColumns(), std::nullopt),
        m_launchColumn(addColumn("launch_id")),
        m_flagsColumn(addColumn("flags")) {}

 private:
  [[nodiscard]] sql::Derived addedNeeds(std::size_t column) const override {
    return column == m_launchColumn ? sql::Derived::Launches : sql::Derived::Nothing;
  }

  bool readAdded(std::span<const std::uint32_t> rows, std::size_t column, std::int64_t* to,
                 std::uint32_t* areThere) const override {
    bool hasNull = false;
    for (const std::uint32_t row : rows) {
      const SpanId span{row};
      if (column == m_flagsColumn) {
        *to++ = static_cast<std::int64_t>(trace().flags(span));
      } else {
        const SpanId call = isDeviceActivity(trace().kind(span)) ? model().launchOf(span) : SpanId::none;
        const bool isThere = call != SpanId::none;
        *to++ = isThere ? static_cast<std::int64_t>(index(call)) : 0;
        *areThere++ = isThere ? 1 : 0;
        hasNull = hasNull || !isThere;
      }
    }
    return hasNull;
  }

  std::size_t m_launchColumn;
  std::size_t m_flagsColumn;
};

/// Operators, with the device activity that each issued itself.
class OperatorRows final : public SpanRows {
 public:
  explicit OperatorRows(sql::Model& model)
      : SpanRows("operators", model, sql::spanColumns(), SpanKind::Op),
        m_activityColumn(addColumn("device_work")),
        m_timeColumn(addColumn("device_ns")) {}

 private:
  [[nodiscard]] sql::Derived addedNeeds(std::size_t) const override { return sql::Derived::Operators; }

  bool readAdded(std::span<const std::uint32_t> rows, std::size_t column, std::int64_t* to,
                 std::uint32_t* /*areThere*/) const override {
    std::call_once(m_isCounted, [this] { countActivities(); });
    for (const std::uint32_t op : rows) {
      *to++ = column == m_activityColumn ? m_work[op] : m_time[op].ns;
    }
    return false;
  }

  void countActivities() const {
    m_work.resize(trace().spanCount());
    m_time.resize(trace().spanCount());
    for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
      const SpanId op = isDeviceActivity(trace().kinds()[i]) ? model().opOf(SpanId{i}) : SpanId::none;
      if (op != SpanId::none) {
        ++m_work[index(op)];
        m_time[index(op)] += trace().durations()[i];
      }
    }
  }

  std::size_t m_activityColumn;
  std::size_t m_timeColumn;
  mutable std::once_flag m_isCounted;
  mutable std::vector<std::uint32_t> m_work;
  mutable std::vector<Duration> m_time;
};

}  // namespace

std::int32_t rankOf(const Trace& trace, ProcessId process) {
  return process == ProcessId::none ? -1 : trace.process(process).rank;
}

std::unique_ptr<TimedTable> spanTable(std::string_view name, sql::Model& model) {
  if (name == "spans") {
    return std::make_unique<AllSpanRows>(model);
  }
  if (name == "kernels") {
    return std::make_unique<SpanRows>("kernels", model, sql::kernelColumns(), SpanKind::Kernel);
  }
  return name == "operators" ? std::make_unique<OperatorRows>(model) : nullptr;
}

}  // namespace kernline::parquet
