// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/format/part_note.h"

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kernline {

/// Format in which people read a figure. Programs get it in base units: counts, times (ns), bytes and operations are
/// whole.
enum class Unit : std::uint8_t { Text, Number, Count, Time, Bytes, ByteRate, Flops, FlopRate, Share };

/// A cell of a row; empty if it is unknown.
struct CellValue {
  std::variant<std::monostate, bool, std::int64_t, double, std::string> held;

  CellValue() = default;
  // NOLINTBEGIN(google-explicit-constructor): whatever a row has is a value.
  CellValue(Duration time) : held(time.ns) {}
  CellValue(double number) : held(number) {}
  CellValue(std::integral auto number) : held(static_cast<std::int64_t>(number)) {}
  CellValue(std::integral auto is)
    requires std::same_as<decltype(is), bool>
      : held(is) {}
  CellValue(const std::convertible_to<std::string_view> auto& text) : held(std::string(std::string_view(text))) {}
  template <typename Known>
  CellValue(const std::optional<Known>& known) : CellValue(known ? CellValue(*known) : CellValue()) {}
  // NOLINTEND(google-explicit-constructor)
};

/// A figure or a text that every row has, described once for all outputs.
template <typename Row>
struct Column {
  std::string key;    ///< key in JSON, CSV and Markdown; empty if the column is only shown to people
  std::string title;  ///< heading shown to people; empty if the column is only for programs
  Unit unit;
  std::function<CellValue(const Row&)> value;
  std::function<std::string(const Row&)> text;  ///< text shown to people; nullptr for the value's own text
  std::size_t width;                            ///< width in characters, longer texts are cut; 0 for any

  Column(std::string inKey, std::string inTitle, Unit inUnit, std::function<CellValue(const Row&)> of,
         std::function<std::string(const Row&)> shown = nullptr, std::size_t maxWidth = 0)
      : key(std::move(inKey)),
        title(std::move(inTitle)),
        unit(inUnit),
        value(std::move(of)),
        text(std::move(shown)),
        width(maxWidth) {}
};

template <typename Row>
using Columns = std::vector<Column<Row>>;

/// Returns the value for programs: whole if the unit is.
[[nodiscard]] CellValue exactValue(CellValue value, Unit unit);
/// Returns the value for people; `unknown` if it is empty.
[[nodiscard]] std::string shownText(const CellValue& given, Unit unit, std::string_view unknown);

/// Returns the columns with these keys, separated by commas, in this order. Those without a key go by their titles.
template <typename Row>
[[nodiscard]] Columns<Row> picked(const Columns<Row>& columns, std::string_view keys) {
  Columns<Row> chosen;
  while (!keys.empty()) {
    const std::string_view key = keys.substr(0, keys.find(','));
    keys.remove_prefix(std::min(keys.size(), key.size() + 1));
    const auto found = std::ranges::find(
        columns, key, [](const Column<Row>& column) { return column.key.empty() ? column.title : column.key; });
    assert(found != columns.end());
    chosen.push_back(*found);
  }
  return chosen;
}

/// Appends columns of a part of the row, to which `of` points; its values are unknown for nullptr.
template <typename Row, typename Part, typename Of>
void append(Columns<Row>& columns, const Columns<Part>& parts, Of of) {
  for (const Column<Part>& part : parts) {
    columns.emplace_back(part.key, part.title, part.unit, [of, value = part.value](const Row& row) {
      const Part* it = of(row);
      return it == nullptr ? CellValue() : value(*it);
    });
    if (part.text) {
      columns.back().text = [of, text = part.text](const Row& row) {
        const Part* it = of(row);
        return text(it == nullptr ? Part{} : *it);
      };
    }
  }
}

/// Lines of a table as CSV or Markdown, with their ends.
[[nodiscard]] std::string tableHead(TableForm form, const std::vector<std::pair<std::string, Unit>>& columns);
[[nodiscard]] std::string tableLine(TableForm form, const std::vector<CellValue>& cells);

template <typename Row>
[[nodiscard]] std::string tableHead(TableForm form, const Columns<Row>& columns) {
  std::vector<std::pair<std::string, Unit>> heads;
  for (const Column<Row>& column : columns) {
    heads.emplace_back(column.key, column.unit);
  }
  return tableHead(form, heads);
}

template <typename Row>
[[nodiscard]] std::string tableLine(TableForm form, const Columns<Row>& columns, const Row& row) {
  std::vector<CellValue> cells;
  for (const Column<Row>& column : columns) {
    cells.push_back(exactValue(column.value(row), column.unit));
  }
  return tableLine(form, cells);
}

}  // namespace kernline
