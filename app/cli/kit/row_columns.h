// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/columns.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

/// null if the value is unknown.
[[nodiscard]] Json jsonOf(const CellValue& value);
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

/// As CSV or Markdown.
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
    heads.push_back({column.title, column.unit == Unit::Text ? TextTable::Align::Left : TextTable::Align::Right});
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
