// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/args_table.h"

#include "core/model/base/message.h"
#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"
#include "core/model/trace/arg_keys.h"
#include "core/model/trace/arg_values.h"
#include "core/output/sql/comparison.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline::sql {

namespace {

constexpr std::size_t spanColumn = 0;
constexpr std::size_t keyColumn = 1;
constexpr std::size_t chunk = 64;  // spans that one thread reads at a time

std::size_t bytesOf(const ArgNode& node) {
  std::size_t bytes = sizeof node + node.key.size() + node.text.size();
  for (const ArgNode& child : node.children) {
    bytes += bytesOf(child);
  }
  return bytes;
}

/// The args of spans, in the order of spans, read many at a time on all cores where somebody walks on. Until somebody
/// asks for a value only their keys are read.
class ArgsWalk {
 public:
  explicit ArgsWalk(const Trace& trace) : m_trace(trace), m_lists(trace) {}

  /// Returns the args of `span`; valid until the next call. `last` is the last span that will be requested.
  const std::vector<ArgNode>& of(std::int64_t span, std::int64_t last) {
    if (span < m_first || span >= m_first + static_cast<std::int64_t>(m_count)) {
      read(span, last);
    }
    const auto at = static_cast<std::size_t>(span - m_first);
    return m_hasValues ? m_args[at].children : m_keys[at]->children;
  }

  /// The same with the values.
  const std::vector<ArgNode>& withValues(std::int64_t span, std::int64_t last) {
    if (!m_hasValues) {
      m_hasValues = true;
      m_count = std::min(m_count, mostValues);
      readAll();
    }
    return of(span, last);
  }

 private:
  static constexpr std::size_t mostValues = 4096;  // spans at a time

  void read(std::int64_t span, std::int64_t last) {
    constexpr std::size_t mostKeys = 16384;
    constexpr std::size_t mostBytes = std::size_t{16} << 20;  // of args that are long, fewer at a time
    const bool isNext = span == m_first + static_cast<std::int64_t>(m_count);
    const std::size_t next = m_bytes < mostBytes ? m_count * 2 : m_count / 2;
    const std::size_t count = isNext ? std::min(next, m_hasValues ? mostValues : mostKeys) : 1;
    m_count = std::min(std::max<std::size_t>(count, 1), static_cast<std::size_t>(last - span) + 1);
    m_first = span;
    readAll();
  }

  void readAll() {
    constexpr std::size_t mostListBytes = std::size_t{64} << 20;
    m_bytes = 0;
    m_args.resize(m_hasValues ? m_count : 0);
    m_keys.resize(m_hasValues ? 0 : m_count);
    if (m_lists.bytes() > mostListBytes) {
      m_lists.clear();
    }
    if (m_count < 2 * chunk) {
      readSome(0, m_count);
      return;
    }
    parallelFor(defaultThreads(), (m_count + chunk - 1) / chunk, [&](std::size_t c) {
      const ReadAhead ahead;
      readSome(c * chunk, std::min(m_count, (c + 1) * chunk));
    });
  }

  void readSome(std::size_t begin, std::size_t end) {
    const auto spanAt = [&](std::size_t i) {
      return SpanId{static_cast<std::uint32_t>(m_first) + static_cast<std::uint32_t>(i)};
    };
    if (!m_hasValues) {
      m_lists.read(spanAt(begin), std::span(m_keys).subspan(begin, end - begin));
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {
      m_args[i] = m_trace.details(spanAt(i)).args;
      m_bytes += bytesOf(m_args[i]);
    }
  }

  const Trace& m_trace;
  ArgKeyLists m_lists;
  bool m_hasValues = false;
  std::int64_t m_first = 0;
  std::size_t m_count = 0;               // of the spans that are read
  std::atomic<std::size_t> m_bytes = 0;  // of m_args
  std::vector<ArgNode> m_args;           // if m_hasValues, else
  std::vector<const ArgNode*> m_keys;
};

class ArgsCursor final : public Cursor {
 public:
  explicit ArgsCursor(Model& model) : m_model(&model), m_walk(model.trace()) {}

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
    if (column == spanColumn) {
      return Cell::integer(m_span);
    }
    if (column == keyColumn) {
      return Cell::passing((*m_args)[m_arg].key);
    }
    m_args = &m_walk.withValues(m_span, m_last);
    return cellOf((*m_args)[m_arg], m_scratch);
  }

 private:
  void readSpan() {
    m_arg = 0;
    if (!isAtEnd()) {
      m_args = &m_walk.of(m_span, m_last);
    }
  }

  void skipOthers() {
    while (!isAtEnd()) {
      while (m_arg < m_args->size() && !(m_keys.isEmpty() || m_keys.matches((*m_args)[m_arg].key))) {
        ++m_arg;
      }
      if (m_arg < m_args->size()) {
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
  ArgsWalk m_walk;
  const std::vector<ArgNode>* m_args = nullptr;  // of m_span
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
