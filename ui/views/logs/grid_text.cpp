// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/grid_text.h"

#include <QStringList>

namespace kernline::ui {
namespace {

QString oneCell(QString text) {
  for (const char separator : {'\t', '\n', '\r'}) {
    text.replace(QLatin1Char(separator), QLatin1Char(' '));
  }
  return text;
}

}  // namespace

QString gridTsv(const LogGrid& grid, std::span<const std::uint32_t> rows, NameStyle names) {
  QStringList cells;
  for (const GridColumn& column : grid.columns) {
    cells << oneCell(column.title);
  }
  QString text = cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (const std::uint32_t row : rows) {
    cells.clear();
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
      cells << oneCell(plainCellText(grid, row, column, names));
    }
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace kernline::ui
