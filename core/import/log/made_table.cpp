// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/made_table.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/open_table.h"

#include <algorithm>

namespace kernline::logs {

void MadeTable::addColumn(std::string_view name) {
  static_cast<void>(columnOf(name));
}

/// Makes the column if it is new; `maxColumns` if there are as many.
std::size_t MadeTable::columnOf(std::string_view name) {
  const auto found = std::ranges::find(m_columns, name);
  const auto column = static_cast<std::size_t>(found - m_columns.begin());
  if (found == m_columns.end() && m_columns.size() < maxColumns) {
    m_columns.emplace_back(name);
  }
  return column;
}

void MadeTable::addRow(Cells cells, std::uint32_t line) {
  Row row{.cells = {}, .line = line, .isCut = cells.size() > maxColumns};
  row.cells.reserve(cells.size());
  for (auto& [name, text] : cells) {
    const std::size_t column = columnOf(name);
    if (column == maxColumns || std::ranges::find(row.cells, column, &Cell::column) != row.cells.end()) {
      row.isCut = row.isCut || m_columns.size() == maxColumns;
      continue;
    }
    std::ranges::replace(text, '\t', ' ');
    row.cells.push_back({column, std::move(text)});
  }
  m_rows.push_back(std::move(row));
}

void MadeTable::write(LogBuilder& log, Place place) {
  const std::vector<Row> rows = std::exchange(m_rows, {});
  const std::vector<std::string> head = std::exchange(m_columns, {});
  if (rows.empty()) {
    return;
  }
  OpenTable table(log, {.head = head,
                        .layout = RowLayout{RowLayout::Kind::Tabs},
                        .title = std::move(place.title),
                        .context = place.context,
                        .line = place.line,
                        .offset = place.offset});
  std::string text;
  for (const Row& row : rows) {
    text.clear();
    for (std::size_t column = 0; column < head.size(); ++column) {
      text += column == 0 ? "" : "\t";
      if (const auto cell = std::ranges::find(row.cells, column, &Cell::column); cell != row.cells.end()) {
        text += cell->text;
      }
    }
    if (row.isCut) {
      log.addIssue(LogIssueKind::TornRow, row.line, text);
    }
    if (table.take({.text = text, .offset = place.offset, .number = row.line, .marks = marksOf(text)}) !=
        OpenTable::Taken::Line) {
      log.addIssue(LogIssueKind::TornRow, row.line, text);
    }
  }
  static_cast<void>(table.finish(false));
}

}  // namespace kernline::logs
