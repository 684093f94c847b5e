// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_result.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <string_view>

namespace kernline::ui {
namespace {

using sql::Cell;

/// The column whose numbers are spans, by its name. `id` is also what tracks have.
std::optional<std::size_t> spanColumnOf(const std::vector<std::string>& columns, const std::string& query) {
  constexpr std::array<std::string_view, 8> names{"id",        "span_id", "work_id", "call_id",
                                                  "launch_id", "op_id",   "from_id", "to_id"};
  const std::string words = lowered(query);
  const bool isOfTracks = words.find("tracks") != std::string::npos && words.find("spans") == std::string::npos &&
                          words.find("kernels") == std::string::npos;
  for (const std::string_view name : names) {
    const auto at = std::ranges::find_if(columns, [&](const std::string& column) { return lowered(column) == name; });
    if (at != columns.end() && !(isOfTracks && name == "id")) {
      return static_cast<std::size_t>(at - columns.begin());
    }
  }
  return std::nullopt;
}

}  // namespace

Cell QueryResult::cell(std::size_t row, std::size_t column) const {
  const Stored& stored = m_cells[row * m_columns.size() + column];
  switch (stored.type) {
    case Cell::Type::Null:
      return {};
    case Cell::Type::Integer:
      return Cell::integer(stored.bits);
    case Cell::Type::Real:
      return Cell::real(std::bit_cast<double>(stored.bits));
    default:
      return Cell::text(m_texts[StringId{static_cast<std::uint32_t>(stored.bits)}]);
  }
}

SpanId QueryResult::spanOf(std::size_t row, const Trace& trace) const {
  const Cell value = m_spanColumn ? cell(row, *m_spanColumn) : Cell{};
  const bool isSpan = value.type() == Cell::Type::Integer && value.asInteger() >= 0 &&
                      static_cast<std::uint64_t>(value.asInteger()) < trace.spanCount();
  return isSpan ? SpanId{static_cast<std::uint32_t>(value.asInteger())} : SpanId::none;
}

void ResultSink::begin(const std::vector<std::string>& columns) {
  m_result.m_columns = columns;
  m_result.m_isText.assign(columns.size(), false);
  m_result.m_spanColumn = spanColumnOf(columns, m_query);
}

bool ResultSink::add(std::span<const Cell> row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Cell& cell = row[i];
    QueryResult::Stored& stored = m_result.m_cells.emplace_back();
    stored.type = cell.isText() ? Cell::Type::Text : cell.type();
    if (cell.isText()) {
      m_result.m_isText[i] = true;
      stored.bits = static_cast<std::int64_t>(index(m_result.m_texts.intern(cell.asText())));
    } else if (cell.type() == Cell::Type::Integer) {
      stored.bits = cell.asInteger();
    } else if (cell.type() == Cell::Type::Real) {
      stored.bits = std::bit_cast<std::int64_t>(cell.asReal());
    }
  }
  return true;
}

}  // namespace kernline::ui
