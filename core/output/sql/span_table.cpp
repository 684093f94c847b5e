// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_table.h"

#include "core/model/base/message.h"
#include "core/output/sql/span_filter.h"
#include "core/output/sql/span_order.h"

#include <algorithm>

namespace kernline::sql {

namespace {

class SpanCursor final : public Cursor {
 public:
  SpanCursor(Model& model, std::span<const SpanColumn> columns, std::optional<SpanKind> onlyKind)
      : m_model(&model), m_columns(columns), m_filter(model, columns, onlyKind), m_place(model.trace()) {}

  std::optional<std::string> start(const Plan& plan) override {
    m_sorted.clear();
    m_isSorted = !plan.order.empty();
    if (auto error = m_filter.begin(plan.constraints)) {
      return error;
    }
    m_stretch = 0;
    m_at = m_filter.stretches().empty() ? 0 : m_filter.stretches().front().first;
    skipOthers();
    if (m_isSorted) {
      sort(plan.order);
    }
    settle();
    return std::nullopt;
  }

  [[nodiscard]] bool isAtEnd() const override { return m_isSorted ? m_next == m_sorted.size() : isBehindStretches(); }

  void next() override {
    if (m_isSorted) {
      ++m_next;
      fetchBlock();
    } else {
      ++m_at;
      skipOthers();
    }
    settle();
  }

  [[nodiscard]] std::int64_t rowId() const override { return static_cast<std::int64_t>(index(m_row.span)); }

  [[nodiscard]] Cell cell(std::size_t column) override { return m_columns[column].value(m_row); }

 private:
  [[nodiscard]] bool isBehindStretches() const { return m_stretch == m_filter.stretches().size(); }

  /// Goes to the next span that the filter lets through, this one included.
  void skipOthers() {
    const std::vector<SpanInterval>& stretches = m_filter.stretches();
    while (m_stretch < stretches.size()) {
      const std::uint32_t last = stretches[m_stretch].last;
      while (m_at < last && !m_filter.matches(m_at)) {
        ++m_at;
      }
      if (m_at < last) {
        return;
      }
      if (++m_stretch < stretches.size()) {
        m_at = stretches[m_stretch].first;
      }
    }
  }

  /// Rows in another order than the columns are scattered in memory: one by one, each access would wait; together, they
  /// overlap. Prefetches do not help: they are dropped if the page is unknown.
  void fetchBlock() {
    constexpr std::size_t blockRows = 256;
    if (m_next % blockRows != 0) {
      return;
    }
    const Trace& trace = m_model->trace();
    const std::size_t end = std::min(m_next + blockRows, m_sorted.size());
    std::uint64_t sum = 0;
    for (std::size_t i = m_next; i < end; ++i) {
      const std::uint32_t span = m_sorted[i];
      sum += static_cast<std::uint64_t>(trace.starts()[span].ns) +
             static_cast<std::uint64_t>(trace.durations()[span].ns) + index(trace.names()[span]);
    }
    m_fetched = sum;  // keeps the loop from being optimized away
  }

  void sort(const std::vector<OrderTerm>& order) {
    for (; !isBehindStretches(); ++m_at, skipOthers()) {
      m_sorted.push_back(m_at);
    }
    m_next = 0;
    sortSpans(m_sorted, *m_model, m_columns, order);
  }

  void settle() {
    if (!isAtEnd()) {
      const std::uint32_t span = m_isSorted ? m_sorted[m_next] : m_at;
      m_place.moveTo(span);
      m_row = {m_model, SpanId{span}, m_place.track(), m_place.lane(), &m_scratch};
    }
  }

  Model* m_model;
  std::span<const SpanColumn> m_columns;
  SpanFilter m_filter;
  SpanPlace m_place;
  SpanRow m_row;
  std::string m_scratch;
  std::size_t m_stretch = 0;
  std::uint32_t m_at = 0;
  bool m_isSorted = false;
  std::vector<std::uint32_t> m_sorted;
  std::size_t m_next = 0;
  volatile std::uint64_t m_fetched = 0;
};

TableSchema schemaOf(std::string_view name, std::string_view description, std::span<const SpanColumn> columns) {
  TableSchema schema{name, description, {}};
  std::ranges::transform(columns, std::back_inserter(schema.columns), &SpanColumn::column);
  return schema;
}

class SpanTable final : public Table {
 public:
  SpanTable(Model& model, const TableSchema& schema, std::span<const SpanColumn> columns,
            std::optional<SpanKind> onlyKind)
      : m_model(&model), m_schema(&schema), m_columns(columns), m_onlyKind(onlyKind) {}

  [[nodiscard]] const TableSchema& schema() const override { return *m_schema; }
  [[nodiscard]] std::uint64_t rowCount() const override { return m_model->trace().spanCount() / (m_onlyKind ? 2 : 1); }
  [[nodiscard]] std::unique_ptr<Cursor> open() override {
    return std::make_unique<SpanCursor>(*m_model, m_columns, m_onlyKind);
  }

 private:
  Model* m_model;
  const TableSchema* m_schema;
  std::span<const SpanColumn> m_columns;
  std::optional<SpanKind> m_onlyKind;
};

}  // namespace

const TableSchema& spanSchema() {
  static const TableSchema schema =
      schemaOf("spans", Phrase::tr("everything with a start and a duration"), spanColumns());
  return schema;
}

const TableSchema& kernelSchema() {
  static const TableSchema schema =
      schemaOf("kernels", Phrase::tr("spans of kind kernel, with columns for kernels only"), kernelColumns());
  return schema;
}

std::unique_ptr<Table> spanTable(Model& model) {
  return std::make_unique<SpanTable>(model, spanSchema(), spanColumns(), std::nullopt);
}

std::unique_ptr<Table> kernelTable(Model& model) {
  return std::make_unique<SpanTable>(model, kernelSchema(), kernelColumns(), SpanKind::Kernel);
}

}  // namespace kernline::sql
