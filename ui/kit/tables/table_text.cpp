// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/table_text.h"

#include "core/model/format/csv_cell.h"
#include "core/model/format/markdown_table.h"

#include <QAbstractItemModel>
#include <QStringList>
#include <QTableView>

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

QString tabSeparated(const QTableView& table, const std::function<QString(const QModelIndex&)>& textOf) {
  const QAbstractItemModel& model = *table.model();
  QStringList lines;
  for (int row = -1; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
      if (table.isColumnHidden(column)) {
        continue;
      }
      const QModelIndex index = model.index(row, column);
      const QString text = row < 0  ? model.headerData(column, Qt::Horizontal).toString()
                           : textOf ? textOf(index)
                                    : index.data().toString();
      cells << text.simplified();  // neither tabs nor line ends
    }
    if (!cells.isEmpty()) {
      lines << cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
  }
  return lines.join(QString());
}

}  // namespace kernline::ui
