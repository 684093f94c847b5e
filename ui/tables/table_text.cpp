// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_text.h"

#include "core/format/csv_cell.h"
#include "core/format/markdown_table.h"

#include <QStringList>

#include <cstddef>
#include <vector>

namespace kernline::ui {

std::string tableText(const QString& tabSeparated, bool asMarkdown) {
  std::string text;
  const QStringList lines = tabSeparated.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  for (const QString& line : lines) {
    std::vector<std::string> cells;
    for (const QString& cell : line.split(QLatin1Char('\t'))) {
      cells.push_back(asMarkdown ? markdownCell(cell.toStdString()) : csvCell(cell.toStdString()));
    }
    if (asMarkdown) {
      text += markdownRow(cells);
      text += &line == &lines.front() ? markdownRow(std::vector<std::string>(cells.size(), "---")) : std::string();
    } else {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        text += (i == 0 ? "" : ",") + cells[i];
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace kernline::ui
