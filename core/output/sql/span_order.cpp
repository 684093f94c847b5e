// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace kernline::sql {

namespace {

/// Numbers texts by their address, which distinguishes most of them without reading them.
class TextCodes {
 public:
  std::uint32_t codeOf(const Cell& cell) {
    if (cell.isNull()) {
      return 0;
    }
    // A numeric cell of a text column (a stream's number) is none of these; see keysOf.
    const std::string_view text = cell.asText();
    if (m_codes.empty() || text.data() != m_last.data() || text.size() != m_last.size()) {
      m_last = text;
      const auto [at, isNew] = m_codes.try_emplace(text.data(), static_cast<std::uint32_t>(m_texts.size() + 1));
      if (isNew) {
        m_texts.push_back(text);
      }
      m_lastCode = at->second;
    }
    return m_lastCode;
  }

  /// The place of each code among all texts; equal texts share one. NULL has 0.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const {
    std::vector<std::uint32_t> codes(m_texts.size());
    std::iota(codes.begin(), codes.end(), 0U);
    std::ranges::sort(codes, {}, [&](std::uint32_t code) { return m_texts[code]; });
    std::vector<std::uint32_t> ranks(m_texts.size() + 1, 0);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      rank += i == 0 || m_texts[codes[i]] != m_texts[codes[i - 1]] ? 1 : 0;
      ranks[codes[i] + 1] = rank;
    }
    return ranks;
  }

 private:
  std::unordered_map<const char*, std::uint32_t> m_codes;
  std::vector<std::string_view> m_texts;
  std::string_view m_last;
  std::uint32_t m_lastCode = 0;
};

/// The column's value of each span.
template <typename Take>
void forEachCell(const std::vector<std::uint32_t>& spans, Model& model, const SpanColumn& column, const Take& take) {
  SpanPlace place(model.trace());
  for (const std::uint32_t span : spans) {
    place.moveTo(span);
    take(column.value({&model, SpanId{span}, place.track(), place.lane(), nullptr}));
  }
}

void sortByRanks(std::vector<std::uint32_t>& spans, const std::vector<std::uint32_t>& ranks) {
  const std::uint32_t maxRank = ranks.empty() ? 0 : *std::ranges::max_element(ranks);
  std::vector<std::uint32_t> next(maxRank + 2, 0);
  for (const std::uint32_t rank : ranks) {
    ++next[rank + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> sorted(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    sorted[next[ranks[i]]++] = spans[i];
  }
  spans.swap(sorted);
}

void sortByText(std::vector<std::uint32_t>& spans, Model& model, const SpanColumn& column, bool isDescending) {
  TextCodes codes;
  std::vector<std::uint32_t> keys;
  keys.reserve(spans.size());
  forEachCell(spans, model, column, [&](const Cell& cell) { keys.push_back(codes.codeOf(cell)); });
  std::vector<std::uint32_t> ranks = codes.ranks();
  if (isDescending) {
    const auto last = static_cast<std::uint32_t>(ranks.size());
    std::ranges::transform(ranks, ranks.begin(), [&](std::uint32_t rank) { return last - rank; });
  }
  std::ranges::transform(keys, keys.begin(), [&](std::uint32_t code) { return ranks[code]; });
  sortByRanks(spans, keys);
}

void sortByNumber(std::vector<std::uint32_t>& spans, Model& model, const SpanColumn& column, bool isDescending) {
  struct Keyed {
    std::int64_t key;
    std::uint32_t span;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(spans.size());
  forEachCell(spans, model, column, [&](const Cell& cell) {
    const std::int64_t key = cell.isNull() ? std::numeric_limits<std::int64_t>::min() : cell.asInteger();
    keyed.push_back({isDescending ? ~key : key, spans[keyed.size()]});
  });
  if (!std::ranges::is_sorted(keyed, {}, &Keyed::key)) {
    std::ranges::stable_sort(keyed, {}, &Keyed::key);
  }
  std::ranges::transform(keyed, spans.begin(), &Keyed::span);
}

}  // namespace

void SpanPlace::find(std::uint32_t span) {
  m_lane = m_trace->laneOf(SpanId{span});
  const Lane& lane = m_trace->lane(m_lane);
  m_track = lane.track;
  m_first = lane.firstSpan;
  m_last = lane.firstSpan + lane.spanCount;
}

void sortSpans(std::vector<std::uint32_t>& spans, Model& model, std::span<const SpanColumn> columns,
               const std::vector<OrderTerm>& order) {
  for (auto term = order.rbegin(); term != order.rend(); ++term) {
    const SpanColumn& column = columns[term->column];
    if (column.column.type == ColumnType::Text) {
      sortByText(spans, model, column, term->isDescending);
    } else {
      sortByNumber(spans, model, column, term->isDescending);
    }
  }
}

}  // namespace kernline::sql
