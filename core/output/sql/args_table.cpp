// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/args_table.h"

#include "core/model/base/message.h"
#include "core/model/trace/arg_values.h"
#include "core/output/sql/comparison.h"

namespace kernline::sql {

namespace {

constexpr std::size_t spanColumn = 0;
constexpr std::size_t keyColumn = 1;

class ArgsCursor final : public Cursor {
 public:
  explicit ArgsCursor(Model& model) : m_model(&model) {}

  std::optional<std::string> start(const Plan& plan) override {
    NumberBounds spans{0, static_cast<std::int64_t>(m_model->trace().spanCount()) - 1};
    m_keys = {};
    for (const Constraint& constraint : plan.constraints) {
      if (constraint.column == spanColumn) {
        spans.narrow(constraint);
      } else if (constraint.op != Op::Equal || constraint.type == Cell::Type::PassingText) {
        if (auto error = m_keys.add(constraint)) {
          return error;
        }
      }
    }
    m_span = spans.min;
    m_last = spans.max;
    readSpan();
    skipOthers();
    return std::nullopt;
  }

  [[nodiscard]] bool isAtEnd() const override { return m_span > m_last; }

  void next() override {
    ++m_arg;
    skipOthers();
  }

  [[nodiscard]] std::int64_t rowId() const override {
    constexpr int bitsOfArg = 20;
    return (m_span << bitsOfArg) + static_cast<std::int64_t>(m_arg);
  }

  [[nodiscard]] Cell cell(std::size_t column) override {
    const ArgNode& arg = m_details.args.children[m_arg];
    if (column == spanColumn) {
      return Cell::integer(m_span);
    }
    return column == keyColumn ? Cell::passing(arg.key) : cellOf(arg, m_scratch);
  }

 private:
  void readSpan() {
    m_arg = 0;
    if (!isAtEnd()) {
      m_details = m_model->trace().details(SpanId{static_cast<std::uint32_t>(m_span)});
    }
  }

  void skipOthers() {
    while (!isAtEnd()) {
      const std::vector<ArgNode>& args = m_details.args.children;
      while (m_arg < args.size() && !(m_keys.isEmpty() || m_keys.matches(args[m_arg].key))) {
        ++m_arg;
      }
      if (m_arg < args.size()) {
        return;
      }
      m_span = m_model->isStopped() ? m_last + 1 : m_span + 1;
      readSpan();
    }
  }

  Model* m_model;
  std::int64_t m_span = 0;
  std::int64_t m_last = -1;
  TextMatcher m_keys;
  EventDetails m_details;
  std::size_t m_arg = 0;
  std::string m_scratch;
};

class ArgsTable final : public Table {
 public:
  explicit ArgsTable(Model& model) : m_model(&model) {}

  [[nodiscard]] const TableSchema& schema() const override { return argsSchema(); }
  /// Each row costs as much as dozens of others.
  [[nodiscard]] std::uint64_t rowCount() const override { return m_model->trace().spanCount() * 100; }
  [[nodiscard]] std::unique_ptr<Cursor> open() override { return std::make_unique<ArgsCursor>(*m_model); }

 private:
  Model* m_model;
};

}  // namespace

const TableSchema& argsSchema() {
  static const TableSchema schema{
      "args",
      Phrase::tr("all other attributes of a span; read from the file, so filter by span_id where possible"),
      {{"span_id", ColumnType::Integer, Use::Lookup | Use::Compare, "spans.id", false},
       {"key", ColumnType::Text, Use::Match, Phrase::tr("name of the argument"), false},
       {"value", ColumnType::Any, Use::None, Phrase::tr("number or text; lists and objects as JSON"), false}}};
  return schema;
}

std::unique_ptr<Table> argsTable(Model& model) {
  return std::make_unique<ArgsTable>(model);
}

}  // namespace kernline::sql
