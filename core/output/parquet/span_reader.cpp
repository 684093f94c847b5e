// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/span_reader.h"

#include <algorithm>
#include <optional>

namespace kernline::parquet {

namespace {

template <typename Id>
std::uint32_t numberOfId(Id id) {
  return static_cast<std::uint32_t>(index(id));
}

/// Cache of a value for each number.
template <typename Value>
class ByNumber {
 public:
  template <typename Ask>
  const Value& get(std::uint32_t number, const Ask& ask) {
    if (number >= m_values.size()) {
      m_values.resize(std::max<std::size_t>(std::size_t{number} + 1, 2 * m_values.size()));
    }
    std::optional<Value>& value = m_values[number];
    if (!value) {
      value = ask();
    }
    return *value;
  }

 private:
  std::vector<std::optional<Value>> m_values;
};

}  // namespace

LanesOfSpans::LanesOfSpans(const Trace& trace) : m_lanes(trace.lanes()) {
  for (std::size_t span = 0; span < trace.spanCount(); span += stretch) {
    m_first.push_back(numberOfId(trace.laneOf(SpanId{static_cast<std::uint32_t>(span)})));
  }
  m_first.push_back(m_lanes.empty() ? 0 : static_cast<std::uint32_t>(m_lanes.size() - 1));
}

LaneId LanesOfSpans::laneOf(SpanId span) const {
  const std::size_t place = index(span) / stretch;
  const std::uint32_t first = m_first[place];
  if (first == m_first[place + 1]) {
    return LaneId{first};
  }
  const auto from = m_lanes.begin() + first + 1;
  const auto after =
      std::ranges::upper_bound(from, m_lanes.begin() + m_first[place + 1] + 1, numberOfId(span), {}, &Lane::firstSpan);
  return LaneId{static_cast<std::uint32_t>(after - m_lanes.begin() - 1)};
}

template <typename NumberOf>
void SpanReader::numbersOfLanes(std::span<const std::uint32_t> spans, std::uint32_t* to,
                                const NumberOf& numberOf) const {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // neighbors are mostly on one lane
  std::uint32_t number = 0;
  for (const std::uint32_t span : spans) {
    if (span < first || span >= last) {
      const LaneId id = m_lanes.laneOf(SpanId{span});
      const Lane& lane = m_model.trace().lane(id);
      first = lane.firstSpan;
      last = first + lane.spanCount;
      number = numberOfId(numberOf(id, lane));
    }
    *to++ = number;
  }
}

void SpanReader::numbers(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, std::uint32_t* to) const {
  const Trace& trace = m_model.trace();
  const auto each = [&](const auto& numberOf) {
    std::ranges::transform(spans, to, [&](std::uint32_t span) { return numberOf(SpanId{span}); });
  };
  switch (column.dependence) {
    case sql::Dependence::Name:
      return each([names = trace.names()](SpanId span) { return numberOfId(names[index(span)]); });
    case sql::Dependence::Kind:
      return each([kinds = trace.kinds()](SpanId span) { return static_cast<std::uint32_t>(kinds[index(span)]); });
    case sql::Dependence::Category:  // none is a number like any other
      return each([&](SpanId span) { return numberOfId(trace.category(span)); });
    case sql::Dependence::Track:
      return numbersOfLanes(spans, to, [](LaneId, const Lane& lane) { return lane.track; });
    case sql::Dependence::Lane:
      return numbersOfLanes(spans, to, [](LaneId id, const Lane&) { return id; });
    case sql::Dependence::Row:
      return column.keys(m_model, spans, to);
  }
}

sql::Cell SpanReader::valueOf(const sql::SpanColumn& column, std::uint32_t span) {
  const LaneId lane = m_lanes.laneOf(SpanId{span});
  return column.value({&m_model, SpanId{span}, m_model.trace().lane(lane).track, lane, &m_scratch});
}

bool SpanReader::integers(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, std::int64_t* to,
                          std::uint32_t* areThere) {
  if (column.integers != nullptr) {
    return column.integers(m_model, spans, to, areThere);
  }
  numbers(column, spans, areThere);
  ByNumber<sql::Cell> known;
  bool hasNull = false;
  for (std::size_t i = 0; i < spans.size();) {
    const std::uint32_t number = areThere[i];  // neighbors mostly have one
    const auto end = static_cast<std::size_t>(
        std::find_if(areThere + i, areThere + spans.size(), [&](std::uint32_t other) { return other != number; }) -
        areThere);
    const sql::Cell cell =
        number == sql::noKey ? sql::Cell{} : known.get(number, [&] { return valueOf(column, spans[i]); });
    const bool isThere = cell.type() == sql::Cell::Type::Integer;  // other types are NULL
    std::fill(to + i, to + end, isThere ? cell.asInteger() : 0);
    std::fill(areThere + i, areThere + end, isThere ? 1U : 0U);
    hasNull = hasNull || !isThere;
    i = end;
  }
  return hasNull;
}

void SpanReader::addTexts(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, ColumnValues& values) {
  std::vector<std::uint32_t> codes(spans.size());
  std::vector<std::uint32_t> areThere(spans.size());
  numbers(column, spans, codes.data());
  ByNumber<std::uint32_t> known;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::uint32_t code = codes[i] == sql::noKey ? sql::noKey : known.get(codes[i], [&] {
      const sql::Cell cell = valueOf(column, spans[i]);
      return cell.isText() ? values.codeOf(cell) : sql::noKey;
    });
    codes[i] = code;
    areThere[i] = code == sql::noKey ? 0 : 1;
  }
  values.addCodes(codes, areThere);
}

}  // namespace kernline::parquet
