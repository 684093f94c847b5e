// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/columns.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::cli {

/// null if the value is unknown.
[[nodiscard]] inline Json jsonOf(const CellValue& value) {
  const auto known = [](const auto& held) -> Json {
    if constexpr (std::is_same_v<decltype(held), const std::monostate&>) {
      return nullptr;
    } else {
      return held;
    }
  };
  return std::visit(known, value.held);
}
[[nodiscard]] inline Json wholeOrNull(const std::optional<double>& value) {
  return jsonOf(value ? CellValue(std::llround(*value)) : CellValue());
}

/// Returns the columns that have a key as members of an object.
template <typename Row>
[[nodiscard]] Json membersOf(const Columns<Row>& columns, const Row& row) {
  Json json = Json::object();
  for (const Column<Row>& column : columns) {
    if (!column.key.empty()) {
      json[column.key] = jsonOf(exactValue(column.value(row), column.unit));
    }
  }
  return json;
}

/// Writes rows as CSV or Markdown.
template <typename Row, typename Rows>
void writeTable(Output& output, TableForm form, const Columns<Row>& columns, const Rows& rows) {
  output.write(tableHead(form, columns));
  for (const Row& row : rows) {
    output.write(tableLine(form, columns, row));
  }
}

/// Figures stand on the right.
template <typename Row, typename Rows>
[[nodiscard]] TextTable textTable(const Columns<Row>& columns, const Rows& rows, std::string_view unknown = "–") {
  std::vector<TextTable::Column> heads;
  for (const Column<Row>& column : columns) {
    const bool isText = column.unit == Unit::Text;
    heads.push_back({column.title, isText ? TextTable::Align::Left : TextTable::Align::Right, column.width});
  }
  TextTable table(std::move(heads));
  for (const Row& row : rows) {
    std::vector<std::string> cells;
    for (const Column<Row>& column : columns) {
      cells.push_back(column.text ? column.text(row) : shownText(column.value(row), column.unit, unknown));
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace kernline::cli
