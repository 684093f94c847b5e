// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/made_table.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/open_table.h"

#include <algorithm>

namespace kernline::logs {

void MadeTable::addColumn(std::string_view name) {
  if (m_columns.size() < maxColumns && std::ranges::find(m_columns, name) == m_columns.end()) {
    m_columns.emplace_back(name);
  }
}

void MadeTable::addRow(Cells cells, std::uint32_t line) {
  const bool isCut = cells.size() > maxColumns;
  cells.resize(std::min(cells.size(), maxColumns));
  for (auto& [name, text] : cells) {
    addColumn(name);
    std::ranges::replace(text, '\t', ' ');
  }
  m_rows.push_back({.cells = std::move(cells), .line = line, .isCut = isCut});
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
  for (const Row& row : rows) {
    std::string text;
    std::size_t found = 0;
    for (const std::string& name : head) {
      text += &name == &head.front() ? "" : "\t";
      const auto cell = std::ranges::find(row.cells, name, [](const auto& one) { return one.first; });
      text += cell == row.cells.end() ? std::string{} : cell->second;
      found += cell == row.cells.end() ? 0 : 1;
    }
    if (row.isCut || (head.size() == maxColumns && found < row.cells.size())) {
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
