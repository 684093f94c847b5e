// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/args_table.h"

#include "core/model/base/merge_runs.h"
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
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::sql {

namespace {

constexpr std::size_t spanColumn = 0;
constexpr std::size_t keyColumn = 1;
constexpr std::size_t chunk = 256;  // spans that one thread reads at a time

std::size_t bytesOf(const ArgNode& node) {
  std::size_t bytes = sizeof node + node.key.size() + node.text.size();
  for (const ArgNode& child : node.children) {
    bytes += bytesOf(child);
  }
  return bytes;
}

/// The args of spans, in the order of spans, read many at a time on all cores where somebody walks on. Until somebody
/// asks for a value only their keys are read; then the args of spans that have a key that is wanted.
class ArgsWalk {
 public:
  ArgsWalk(const Trace& trace, const TextMatcher& wanted) : m_trace(trace), m_wanted(wanted), m_lists(trace) {}

  /// Begins again after another key is wanted.
  void begin() { m_count = 0; }

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
      m_count = std::min(m_count, maxValues);
      readAll();
    }
    return of(span, last);
  }

 private:
  static constexpr std::size_t maxValues = 4096;  // spans at a time

  void read(std::int64_t span, std::int64_t last) {
    constexpr std::size_t maxKeys = std::size_t{1} << 22;  // spans per batch for keys alone
    // Bytes of args per batch: with long args, fewer spans at a time.
    constexpr std::size_t maxBytes = std::size_t{16} << 20;
    const bool isNext = span == m_first + static_cast<std::int64_t>(m_count);
    const std::size_t next = !m_hasValues ? m_count * 8 : m_bytes < maxBytes ? m_count * 2 : m_count / 2;
    const std::size_t count = isNext ? std::min(next, m_hasValues ? maxValues : maxKeys) : 1;
    m_count = std::min(std::max<std::size_t>(count, 1), static_cast<std::size_t>(last - span) + 1);
    m_first = span;
    readAll();
  }

  void readAll() {
    constexpr std::size_t maxListBytes = std::size_t{64} << 20;
    m_bytes = 0;
    m_args.resize(m_hasValues ? m_count : 0);
    m_keys.resize(m_count);
    if (m_lists.bytes() > maxListBytes) {
      m_lists.clear();
    }
    std::vector<std::uint32_t> spans(m_count);
    std::iota(spans.begin(), spans.end(), static_cast<std::uint32_t>(m_first));
    mergeRuns(spans, [&](std::uint32_t span) { return m_trace.offset(SpanId{span}); });
    if (m_count < 2 * chunk) {
      readSome(spans);
      return;
    }
    parallelFor(defaultThreads(), (m_count + chunk - 1) / chunk, [&](std::size_t c) {
      const ReadAhead ahead;
      readSome(std::span(spans).subspan(c * chunk, std::min(chunk, m_count - c * chunk)));
    });
  }

  void readSome(std::span<const std::uint32_t> spans) {
    const auto placeOf = [&](std::uint32_t span) { return span - static_cast<std::uint32_t>(m_first); };
    if (!m_hasValues || !m_wanted.isEmpty()) {
      std::vector<const ArgNode*> lists(spans.size());
      m_lists.read(spans, lists);
      for (std::size_t i = 0; i < spans.size(); ++i) {
        m_keys[placeOf(spans[i])] = lists[i];
      }
    }
    for (std::size_t i = 0; m_hasValues && i < spans.size(); ++i) {
      const std::size_t place = placeOf(spans[i]);
      m_args[place] = isWanted(place) ? m_trace.details(SpanId{spans[i]}).args : ArgNode{};
      m_bytes += bytesOf(m_args[place]);
    }
  }

  [[nodiscard]] bool isWanted(std::size_t i) const {
    return m_wanted.isEmpty() ||
           std::ranges::any_of(m_keys[i]->children, [&](const ArgNode& arg) { return m_wanted.matches(arg.key); });
  }

  const Trace& m_trace;
  const TextMatcher& m_wanted;
  ArgKeyLists m_lists;
  bool m_hasValues = false;
  std::int64_t m_first = 0;
  std::size_t m_count = 0;               // number of spans being read
  std::atomic<std::size_t> m_bytes = 0;  // bytes of m_args
  std::vector<ArgNode> m_args;           // args if m_hasValues
  std::vector<const ArgNode*> m_keys;    // keys without m_hasValues, or to find those that are wanted
};

/// The args of spans in the order of their keys, then of spans. Most spans have the same keys as others.
class ArgsByKey {
 public:
  struct Place {
    std::uint32_t span = 0;
    std::uint32_t arg = 0;
  };

  /// `names` owns the keys.
  explicit ArgsByKey(std::set<std::string, std::less<>>& names) : m_names(names) {}

  void add(std::uint32_t span, const std::vector<ArgNode>& args) {
    List*& guess = m_guesses[&args];
    if (guess == nullptr || !std::ranges::equal(guess->first, args, {}, {}, &ArgNode::key)) {
      std::vector<std::string_view> keys;
      for (const ArgNode& arg : args) {
        keys.emplace_back(*m_names.emplace(arg.key).first);
      }
      guess = &*m_lists.try_emplace(std::move(keys)).first;
    }
    guess->second.push_back(span);
  }

  /// Begins after the last span. Goes to the first arg of those that are wanted.
  void begin(const TextMatcher& wanted, bool isDescending) {
    for (const List& list : m_lists) {
      for (std::uint32_t arg = 0; arg < list.first.size(); ++arg) {
        if (const std::string_view key = list.first[arg]; wanted.isEmpty() || wanted.matches(key)) {
          m_order.push_back({key, arg, &list.second});
        }
      }
    }
    std::ranges::stable_sort(
        m_order, [&](const Part& a, const Part& b) { return isDescending ? b.key < a.key : a.key < b.key; });
    beginKey();
  }

  [[nodiscard]] bool isAtEnd() const { return m_row == m_places.size(); }
  void next() {
    if (++m_row == m_places.size()) {
      beginKey();
    }
  }
  [[nodiscard]] std::string_view key() const { return m_key; }
  [[nodiscard]] Place place() const { return m_places[m_row]; }

 private:
  using List = std::pair<const std::vector<std::string_view>, std::vector<std::uint32_t>>;

  /// The args of one key of spans with the same keys.
  struct Part {
    std::string_view key;
    std::uint32_t arg = 0;
    const std::vector<std::uint32_t>* spans = nullptr;
  };

  void beginKey() {
    m_places.clear();
    m_row = 0;
    if (m_part == m_order.size()) {
      return;
    }
    m_key = m_order[m_part].key;
    for (; m_part < m_order.size() && m_order[m_part].key == m_key; ++m_part) {
      for (const std::uint32_t span : *m_order[m_part].spans) {
        m_places.push_back({span, m_order[m_part].arg});
      }
    }
    mergeRuns(m_places, [](const Place& place) { return place.span; });
  }

  std::set<std::string, std::less<>>& m_names;
  std::map<std::vector<std::string_view>, std::vector<std::uint32_t>> m_lists;
  std::unordered_map<const void*, List*> m_guesses;  // keyed by the args' address
  std::vector<Part> m_order;
  std::size_t m_part = 0;  // index after the parts of m_key
  std::string_view m_key;
  std::vector<Place> m_places;
  std::size_t m_row = 0;
};

class ArgsCursor final : public Cursor {
 public:
  ArgsCursor(Model& model, std::set<std::string, std::less<>>& names)
      : m_model(&model), m_names(names), m_walk(model.trace(), m_keys) {}

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
    m_sorted.reset();
    m_walk.begin();
    if (plan.order.empty()) {
      readSpan();
      skipOthers();
    } else {
      sort(plan.order.front().isDescending);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool isAtEnd() const override { return m_sorted ? m_sorted->isAtEnd() : isBehindSpans(); }

  void next() override {
    if (m_sorted) {
      m_sorted->next();
      settle();
    } else {
      ++m_arg;
      skipOthers();
    }
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
      return m_sorted ? Cell::text(m_sorted->key()) : Cell::passing((*m_args)[m_arg].key);
    }
    m_args = &m_walk.withValues(m_span, m_last);
    return cellOf((*m_args)[m_arg], m_scratch);
  }

 private:
  [[nodiscard]] bool isBehindSpans() const { return m_span > m_last; }

  void sort(bool isDescending) {
    m_sorted.emplace(m_names);
    for (; !isBehindSpans() && !m_model->isStopped(); ++m_span) {
      m_sorted->add(static_cast<std::uint32_t>(m_span), m_walk.of(m_span, m_last));
    }
    m_sorted->begin(m_keys, isDescending);
    settle();
  }

  void settle() {
    if (!isAtEnd()) {
      m_span = m_sorted->place().span;
      m_arg = m_sorted->place().arg;
    }
  }

  void readSpan() {
    m_arg = 0;
    if (!isBehindSpans()) {
      m_args = &m_walk.of(m_span, m_last);
    }
  }

  void skipOthers() {
    while (!isBehindSpans()) {
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
  std::set<std::string, std::less<>>& m_names;
  std::int64_t m_span = 0;
  std::int64_t m_last = -1;
  TextMatcher m_keys;
  ArgsWalk m_walk;
  const std::vector<ArgNode>* m_args = nullptr;  // args of m_span
  std::size_t m_arg = 0;
  std::optional<ArgsByKey> m_sorted;
  std::string m_scratch;
};

class ArgsTable final : public Table {
 public:
  explicit ArgsTable(Model& model) : m_model(&model) {}

  [[nodiscard]] const TableSchema& schema() const override { return argsSchema(); }
  /// Each row costs as much as dozens of others.
  [[nodiscard]] std::uint64_t rowCount() const override { return m_model->trace().spanCount() * 100; }
  [[nodiscard]] std::unique_ptr<Cursor> open() override { return std::make_unique<ArgsCursor>(*m_model, m_names); }

 private:
  Model* m_model;
  std::set<std::string, std::less<>> m_names;  // keys that have been handed out
};

}  // namespace

const TableSchema& argsSchema() {
  static const TableSchema schema{
      "args",
      Phrase::tr("all other attributes of a span; read from the file, so filter by span_id where possible"),
      {{"span_id", ColumnType::Integer, Use::Lookup | Use::Compare, "spans.id", false},
       {"key", ColumnType::Text, Use::Match | Use::Order, Phrase::tr("name of the argument"), false},
       {"value", ColumnType::Any, Use::Reads, Phrase::tr("number or text; lists and objects as JSON"), false}}};
  return schema;
}

std::unique_ptr<Table> argsTable(Model& model) {
  return std::make_unique<ArgsTable>(model);
}

}  // namespace kernline::sql
