// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/list_table.h"

#include "core/output/sql/comparison.h"

#include <algorithm>
#include <map>

namespace kernline::sql {

namespace {

/// The rows of each value of a column.
struct Lookup {
  struct Entry {
    std::int64_t value;
    std::uint64_t row;
  };
  std::vector<Entry> entries;  // sorted by value, then row
};

class ListTable final : public Table {
 public:
  ListTable(Model& model, const ListSpec& spec, const TableSchema& schema)
      : m_model(&model), m_spec(&spec), m_schema(&schema) {}

  [[nodiscard]] const TableSchema& schema() const override { return *m_schema; }
  [[nodiscard]] std::uint64_t rowCount() const override { return m_spec->rowCount(*m_model); }
  [[nodiscard]] std::unique_ptr<Cursor> open() override;

  [[nodiscard]] Cell cell(std::uint64_t row, std::size_t column, std::string& scratch) const {
    return m_spec->columns[column].value(*m_model, row, scratch);
  }

  [[nodiscard]] const Lookup& lookup(std::size_t column) {
    const auto known = m_lookups.find(column);
    if (known != m_lookups.end()) {
      return known->second;
    }
    Lookup& made = m_lookups[column];
    std::string scratch;
    for (std::uint64_t row = 0; row < rowCount(); ++row) {
      if (const Cell value = cell(row, column, scratch); value.type() == Cell::Type::Integer) {
        made.entries.push_back({value.asInteger(), row});
      }
    }
    std::ranges::stable_sort(made.entries, {}, &Lookup::Entry::value);
    return made;
  }

 private:
  Model* m_model;
  const ListSpec* m_spec;
  const TableSchema* m_schema;
  std::map<std::size_t, Lookup> m_lookups;
};

class ListCursor final : public Cursor {
 public:
  explicit ListCursor(ListTable& table) : m_table(&table) {}

  std::optional<std::string> start(const Plan& plan) override {
    m_entries = {};
    m_isLookup = false;
    m_at = 0;
    m_end = m_table->rowCount();
    m_texts.clear();
    for (const Constraint& constraint : plan.constraints) {
      if (auto error = use(constraint)) {
        return error;
      }
    }
    skipOthers();
    return std::nullopt;
  }

  [[nodiscard]] bool isAtEnd() const override { return m_at >= m_end; }
  void next() override {
    ++m_at;
    skipOthers();
  }
  [[nodiscard]] std::int64_t rowId() const override { return static_cast<std::int64_t>(row()); }
  [[nodiscard]] Cell cell(std::size_t column) override { return m_table->cell(row(), column, m_scratch); }

 private:
  struct TextTest {
    std::size_t column = 0;
    TextMatcher matcher;
  };

  [[nodiscard]] std::uint64_t row() const { return m_isLookup ? m_entries[m_at].row : m_at; }

  std::optional<std::string> use(const Constraint& constraint) {
    const Column& column = m_table->schema().columns[constraint.column];
    if (has(column.use, Use::Match)) {
      const bool isPattern = constraint.op != Op::Equal || constraint.type == Cell::Type::PassingText;
      return isPattern ? addText(constraint) : std::nullopt;
    }
    NumberBounds bounds;
    bounds.narrow(constraint);
    if (!m_isLookup && constraint.op == Op::Equal && has(column.use, Use::Lookup) && !bounds.isEverything()) {
      const auto found =
          std::ranges::equal_range(m_table->lookup(constraint.column).entries, bounds.min, {}, &Lookup::Entry::value);
      m_entries = {found.begin(), found.end()};
      m_end = m_entries.size();
      m_isLookup = true;
    }
    return std::nullopt;
  }

  std::optional<std::string> addText(const Constraint& constraint) {
    TextTest& test = m_texts.emplace_back();
    test.column = constraint.column;
    return test.matcher.add(constraint);
  }

  void skipOthers() {
    const auto passes = [&](const TextTest& test) {
      const Cell value = cell(test.column);
      return value.isText() && test.matcher.matches(value.asText());
    };
    while (m_at < m_end && !std::ranges::all_of(m_texts, passes)) {
      ++m_at;
    }
  }

  ListTable* m_table;
  std::span<const Lookup::Entry> m_entries;
  bool m_isLookup = false;
  std::uint64_t m_at = 0;
  std::uint64_t m_end = 0;
  std::vector<TextTest> m_texts;
  std::string m_scratch;
};

std::unique_ptr<Cursor> ListTable::open() {
  return std::make_unique<ListCursor>(*this);
}

}  // namespace

std::unique_ptr<Table> listTable(Model& model, const ListSpec& spec, const TableSchema& schema) {
  return std::make_unique<ListTable>(model, spec, schema);
}

TableSchema schemaOf(const ListSpec& spec) {
  TableSchema schema{spec.name, spec.description, {}};
  std::ranges::transform(spec.columns, std::back_inserter(schema.columns), &ListColumn::column);
  return schema;
}

}  // namespace kernline::sql
