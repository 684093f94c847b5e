// SPDX-License-Identifier: GPL-3.0-or-later
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

bool isNumberedText(const sql::SpanColumn& column) {
  return column.column.type == sql::ColumnType::Text &&
         (column.dependence == sql::Dependence::Name || column.dependence == sql::Dependence::Kind);
}

/// Of a column of such texts: what the text of a span depends on.
std::uint32_t numberOf(const Trace& trace, const sql::SpanColumn& column, std::uint32_t span) {
  return column.dependence == sql::Dependence::Kind ? static_cast<std::uint32_t>(trace.kinds()[span])
                                                    : static_cast<std::uint32_t>(index(trace.name(SpanId{span})));
}

/// Spans of a table that are read together.
class SpansToRead {
 public:
  /// `rows` live as long as this does.
  SpansToRead(sql::Model& model, std::span<const std::uint32_t> rows) : m_model(model), m_spans(rows) {}

  [[nodiscard]] ColumnValues valuesOf(const sql::SpanColumn& column) {
    ColumnValues values(column.column.type, m_spans.size());
    if (column.integers != nullptr) {
      column.integers(m_model, m_spans, values.addIntegers(m_spans.size()).data());
    } else if (column.dependence == sql::Dependence::Track) {
      addByTrack(column, values);
    } else if (isNumberedText(column)) {
      addNumbered(column, values);
    } else {
      for (const sql::SpanRow& row : rows()) {
        values.add(column.value(row));
      }
    }
    return values;
  }

 private:
  /// Where each span is: made when a column asks for it.
  const std::vector<sql::SpanRow>& rows() {
    if (m_rows.empty()) {
      m_rows.reserve(m_spans.size());
      sql::SpanPlace place(m_model.trace());
      for (const std::uint32_t span : m_spans) {
        place.moveTo(span);
        m_rows.push_back(row(span, place));
      }
    }
    return m_rows;
  }

  [[nodiscard]] sql::SpanRow row(std::uint32_t span, const sql::SpanPlace& place) {
    return {&m_model, SpanId{span}, place.track(), place.lane(), &m_scratch};
  }

  /// Once for rows of one track that follow each other.
  void addByTrack(const sql::SpanColumn& column, ColumnValues& values) {
    sql::SpanPlace place(m_model.trace());
    for (auto begin = m_spans.begin(); begin != m_spans.end();) {
      place.moveTo(*begin);
      const Track& track = m_model.trace().track(place.track());
      const auto end = std::find_if(begin, m_spans.end(),
                                    [&](std::uint32_t span) { return span - track.firstSpan >= track.spanCount; });
      values.add(column.value(row(*begin, place)), static_cast<std::size_t>(end - begin));
      begin = end;
    }
  }

  /// Once for each number.
  void addNumbered(const sql::SpanColumn& column, ColumnValues& values) {
    constexpr std::uint32_t unknown = ~std::uint32_t{0};
    std::vector<std::uint32_t> codes;
    for (const std::uint32_t span : m_spans) {
      const std::uint32_t number = numberOf(m_model.trace(), column, span);
      if (number >= codes.size()) {
        codes.resize(number + 1, unknown);
      }
      if (codes[number] != unknown) {
        values.addCode(codes[number]);
        continue;
      }
      values.add(column.value(row(span, sql::SpanPlace(m_model.trace()))));
      codes[number] = values.codes().back();
    }
  }

  sql::Model& m_model;
  std::span<const std::uint32_t> m_spans;
  std::vector<sql::SpanRow> m_rows;
  std::string m_scratch;
};

struct TimedSpan {
  std::int64_t start;
  std::uint32_t span;
};

class SpanRows : public TimedTable {
 public:
  SpanRows(std::string_view name, sql::Model& model, std::span<const sql::SpanColumn> columns,
           std::optional<SpanKind> onlyKind)
      : m_name(name), m_model(model), m_onlyKind(onlyKind) {
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
    std::vector<TimedSpan> timed;
    for (const Track& track : trace.tracks()) {
      if (rank && rankOf(trace, track.process) != *rank) {
        continue;
      }
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        if (!m_onlyKind || trace.kinds()[i] == *m_onlyKind) {
          timed.push_back({trace.starts()[i].ns, i});
        }
      }
    }
    std::ranges::sort(timed, {}, [](const TimedSpan& span) { return std::pair{span.start, span.span}; });
    std::vector<std::uint32_t> spans(timed.size());
    std::ranges::transform(timed, spans.begin(), &TimedSpan::span);
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
    SpansToRead spans(m_model, rows);
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
        for (const std::uint32_t row : rows) {
          values.add(column == m_launchColumn ? launchOf(SpanId{row}) : flagsOf(SpanId{row}));
        }
        take(column, values);
      }
    }
  }

 private:
  [[nodiscard]] sql::Cell launchOf(SpanId span) const {
    const SpanId call = isDeviceWork(trace().kind(span)) ? trace().launchOf(span) : SpanId::none;
    return call == SpanId::none ? sql::Cell{} : sql::Cell::integer(static_cast<std::int64_t>(index(call)));
  }
  [[nodiscard]] sql::Cell flagsOf(SpanId span) const {
    return sql::Cell::integer(static_cast<std::int64_t>(trace().flags(span)));
  }

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
