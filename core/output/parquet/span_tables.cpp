// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/merge_runs.h"
#include "core/output/parquet/timed_table.h"
#include "core/output/sql/span_columns.h"
#include "core/output/sql/span_order.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline::parquet {

namespace {

/// What a column of the query's tables is here: what is read again from the file is left out, and the rank is what the
/// folder is called by.
bool isExported(const sql::SpanColumn& column) {
  return !column.column.isSlow && column.column.name != "rank";
}

/// What the values of a column depend on, where that is something numbered.
bool hasKey(const sql::SpanColumn& column) {
  return column.dependence != sql::Dependence::Row || column.key != nullptr;
}

bool isNumberedText(const sql::SpanColumn& column) {
  return column.column.type == sql::ColumnType::Text &&
         (column.dependence == sql::Dependence::Name || column.dependence == sql::Dependence::Kind);
}

/// Of a column of such texts: what the text of a span depends on.
std::uint32_t numberOf(const Trace& trace, const sql::SpanColumn& column, std::uint32_t span) {
  return column.dependence == sql::Dependence::Kind ? static_cast<std::uint32_t>(trace.kinds()[span])
                                                    : static_cast<std::uint32_t>(index(trace.name(SpanId{span})));
}

/// The lanes of spans that are asked for in any order: O(1) where lanes are long.
class LanesOfSpans {
 public:
  explicit LanesOfSpans(const Trace& trace) : m_lanes(trace.lanes()) {
    for (std::size_t span = 0; span < trace.spanCount(); span += stretch) {
      m_first.push_back(static_cast<std::uint32_t>(index(trace.laneOf(SpanId{static_cast<std::uint32_t>(span)}))));
    }
    m_first.push_back(m_lanes.empty() ? 0 : static_cast<std::uint32_t>(m_lanes.size() - 1));
  }

  [[nodiscard]] LaneId laneOf(SpanId span) const {
    const std::size_t place = index(span) / stretch;
    const std::uint32_t first = m_first[place];
    if (first == m_first[place + 1]) {
      return LaneId{first};
    }
    const auto from = m_lanes.begin() + first + 1;
    const auto after = std::ranges::upper_bound(from, m_lanes.begin() + m_first[place + 1] + 1,
                                                static_cast<std::uint32_t>(index(span)), {}, &Lane::firstSpan);
    return LaneId{static_cast<std::uint32_t>(after - m_lanes.begin() - 1)};
  }

 private:
  static constexpr std::size_t stretch = 1024;

  std::span<const Lane> m_lanes;
  std::vector<std::uint32_t> m_first;  // lane of every so manieth span, and the last one
};

/// Spans of a table that are read together.
class SpansToRead {
 public:
  /// `lanes` and `rows` live as long as this does.
  SpansToRead(sql::Model& model, const LanesOfSpans& lanes, std::span<const std::uint32_t> rows)
      : m_model(model), m_lanes(lanes), m_spans(rows) {}

  [[nodiscard]] ColumnValues valuesOf(const sql::SpanColumn& column) {
    ColumnValues values(column.column.type, m_spans.size());
    if (column.integers != nullptr) {
      addIntegers(column, values);
    } else if (hasKey(column)) {
      addKeyed(column, values);
    } else {
      for (const std::uint32_t span : m_spans) {
        values.add(column.value(rowOf(span)));
      }
    }
    return values;
  }

 private:
  static constexpr std::uint32_t unknown = UINT32_MAX;
  static constexpr std::uint32_t null = unknown - 1;

  [[nodiscard]] sql::SpanRow rowOf(std::uint32_t span) {
    const LaneId lane = m_lanes.laneOf(SpanId{span});
    return {&m_model, SpanId{span}, m_model.trace().lane(lane).track, lane, &m_scratch};
  }

  void addIntegers(const sql::SpanColumn& column, ColumnValues& values) {
    m_integers.resize(m_spans.size());
    m_areThere.resize(m_spans.size());
    column.integers(m_model, m_spans, m_integers.data(), m_areThere.data());
    values.addIntegers(m_integers, m_areThere);
  }

  /// Asks for the value once for each key.
  void addKeyed(const sql::SpanColumn& column, ColumnValues& values) {
    readKeys(column);
    const bool isText = column.column.type == sql::ColumnType::Text;
    std::vector<std::uint32_t> codes;  // by key: of the text, or the place in `integers`
    std::vector<std::int64_t> integers;
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
      const std::uint32_t key = m_keys[i];
      if (key >= codes.size() && key != sql::noKey) {
        codes.resize(std::max<std::size_t>(std::size_t{key} + 1, 2 * codes.size()), unknown);
      }
      std::uint32_t code = key == sql::noKey ? null : codes[key];
      if (code == unknown) {
        const sql::Cell cell = column.value(rowOf(m_spans[i]));
        code = codes[key] = isText ? codeOf(cell, values) : codeOf(cell, integers);
      }
      m_keys[i] = code;
    }
    m_areThere.resize(m_spans.size());
    std::ranges::transform(m_keys, m_areThere.begin(), [](std::uint32_t code) { return code == null ? 0U : 1U; });
    if (isText) {
      values.addCodes(m_keys, m_areThere);
      return;
    }
    m_integers.resize(m_spans.size());
    std::ranges::transform(m_keys, m_integers.begin(),
                           [&](std::uint32_t code) { return code == null ? 0 : integers[code]; });
    values.addIntegers(m_integers, m_areThere);
  }

  void readKeys(const sql::SpanColumn& column) {
    const Trace& trace = m_model.trace();
    const auto read = [&](const auto& keyOf) {
      m_keys.resize(m_spans.size());
      std::ranges::transform(m_spans, m_keys.begin(), [&](std::uint32_t span) { return keyOf(SpanId{span}); });
    };
    const auto number = [](auto id) { return static_cast<std::uint32_t>(index(id)); };
    switch (column.dependence) {
      case sql::Dependence::Name:
        return read([&](SpanId span) { return number(trace.name(span)); });
      case sql::Dependence::Kind:
        return read([&](SpanId span) { return static_cast<std::uint32_t>(trace.kind(span)); });
      case sql::Dependence::Category:  // none is a number like any other
        return read([&](SpanId span) { return number(trace.category(span)); });
      case sql::Dependence::Track:
        return read([&](SpanId span) { return number(trace.lane(m_lanes.laneOf(span)).track); });
      case sql::Dependence::Lane:
        return read([&](SpanId span) { return number(m_lanes.laneOf(span)); });
      case sql::Dependence::Row:
        return read([&](SpanId span) { return column.key(m_model, span); });
    }
  }

  /// A value of another type than the column's is NULL.
  static std::uint32_t codeOf(const sql::Cell& cell, ColumnValues& values) {
    return cell.isText() ? values.codeOf(cell) : null;
  }
  static std::uint32_t codeOf(const sql::Cell& cell, std::vector<std::int64_t>& integers) {
    if (cell.type() != sql::Cell::Type::Integer) {
      return null;
    }
    integers.push_back(cell.asInteger());
    return static_cast<std::uint32_t>(integers.size() - 1);
  }

  sql::Model& m_model;
  const LanesOfSpans& m_lanes;
  std::span<const std::uint32_t> m_spans;
  std::vector<std::int64_t> m_integers;
  std::vector<std::uint32_t> m_keys;
  std::vector<std::uint32_t> m_areThere;
  std::string m_scratch;
};

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

  [[nodiscard]] std::vector<std::uint32_t> allRows() const override {
    const std::span<const SpanKind> kinds = m_model.trace().kinds();
    std::vector<std::uint32_t> spans;
    spans.reserve(m_onlyKind ? static_cast<std::size_t>(std::ranges::count(kinds, *m_onlyKind)) : kinds.size());
    for (std::uint32_t i = 0; i < kinds.size(); ++i) {
      if (!m_onlyKind || kinds[i] == *m_onlyKind) {
        spans.push_back(i);
      }
    }
    return spans;
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

  [[nodiscard]] bool needsModel(std::span<const std::size_t> columns) const override {
    return std::ranges::any_of(columns, [&](std::size_t i) { return i < m_values.size() && m_values[i]->isMade; });
  }

  [[nodiscard]] bool isNumbered(std::size_t column) const override {
    return column < m_values.size() && isNumberedText(*m_values[column]);
  }

  void readNumbers(std::span<const std::uint32_t> rows, std::size_t column, std::int32_t* to) const override {
    for (const std::uint32_t span : rows) {
      *to++ = static_cast<std::int32_t>(numberOf(m_model.trace(), *m_values[column], span));
    }
  }

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    SpansToRead spans(m_model, m_lanes, rows);
    for (const std::size_t i : columns) {
      if (i < m_values.size()) {  // else of a table that adds to these
        take(i, spans.valuesOf(*m_values[i]));
      }
    }
  }

 protected:
  [[nodiscard]] const Trace& trace() const { return m_model.trace(); }
  std::size_t addColumn(ColumnSchema schema) {
    m_columns.push_back(std::move(schema));
    return m_columns.size() - 1;
  }

 private:
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
        m_launchColumn(addColumn({"launch_id", sql::ColumnType::Integer})),
        m_flagsColumn(addColumn({"flags", sql::ColumnType::Integer})) {}

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    SpanRows::read(rows, columns, take);
    for (const std::size_t column : columns) {
      if (column == m_launchColumn || column == m_flagsColumn) {
        ColumnValues values(sql::ColumnType::Integer, rows.size());
        std::vector<std::int64_t> integers(rows.size());
        std::vector<std::uint32_t> areThere(rows.size(), 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const SpanId span{rows[i]};
          if (column == m_flagsColumn) {
            integers[i] = static_cast<std::int64_t>(trace().flags(span));
          } else {
            const SpanId call = isDeviceWork(trace().kind(span)) ? trace().launchOf(span) : SpanId::none;
            areThere[i] = call == SpanId::none ? 0 : 1;
            integers[i] = static_cast<std::int64_t>(index(call));
          }
        }
        values.addIntegers(integers, areThere);
        take(column, values);
      }
    }
  }

 private:
  std::size_t m_launchColumn;
  std::size_t m_flagsColumn;
};

/// Operators, with the device work that each issued itself.
class OperatorRows final : public SpanRows {
 public:
  explicit OperatorRows(sql::Model& model)
      : SpanRows("operators", model, sql::spanColumns(), SpanKind::Op),
        m_workColumn(addColumn({"device_work", sql::ColumnType::Integer})),
        m_timeColumn(addColumn({"device_ns", sql::ColumnType::Integer})),
        m_work(trace().spanCount()),
        m_time(trace().spanCount()) {
    for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
      const SpanId op = isDeviceWork(trace().kinds()[i]) ? model.opOf(SpanId{i}) : SpanId::none;
      if (op != SpanId::none) {
        ++m_work[index(op)];
        m_time[index(op)] = m_time[index(op)] + trace().durations()[i];
      }
    }
  }

  void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
            const TakeColumn& take) const override {
    SpanRows::read(rows, columns, take);
    for (const std::size_t column : columns) {
      if (column == m_workColumn || column == m_timeColumn) {
        ColumnValues values(sql::ColumnType::Integer, rows.size());
        for (const std::uint32_t op : rows) {
          values.add(sql::Cell::integer(column == m_workColumn ? m_work[op] : m_time[op].ns));
        }
        take(column, values);
      }
    }
  }

 private:
  std::size_t m_workColumn;
  std::size_t m_timeColumn;
  std::vector<std::uint32_t> m_work;
  std::vector<Duration> m_time;
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
