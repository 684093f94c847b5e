// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/table_rows.h"

#include "ui/kit/tables/sort_rows.h"

#include <QStringList>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr std::size_t rowsBetweenStops = 1024;

bool isRowShown(const TableRows& rows, std::size_t row, const QString& filter) {
  if (rows.isShown) {
    return rows.isShown(row, filter);
  }
  return filter.isEmpty() || std::ranges::any_of(rows.columns, [&](const TableColumn& column) {
           return column.kind == ColumnKind::Text && column.text &&
                  column.text(row).contains(filter, Qt::CaseInsensitive);
         });
}

void sortByColumn(const TableColumn& column, Qt::SortOrder order, std::vector<std::uint32_t>& numbers) {
  if (column.less) {
    sortRows(numbers, order, [](std::uint32_t row) { return row; }, column.less);
  } else if (column.key) {
    sortRows(numbers, order, column.key);
  } else if (column.text) {
    sortRows(numbers, order, [&](std::uint32_t row) { return column.text(row).toCaseFolded(); });
  }
}

QString copiedCell(const TableColumn& column, std::size_t row) {
  QString cell = column.exact ? column.exact(row) : column.text ? column.text(row) : QString();
  return cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

}  // namespace

std::vector<std::uint32_t> arrangeRows(const TableRows& rows, const RowArrangement& arrangement,
                                       const std::stop_token& stop) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t row = 0; row < rows.count; ++row) {
    if (row % rowsBetweenStops == 0 && stop.stop_requested()) {
      return {};
    }
    if (isRowShown(rows, row, arrangement.filter)) {
      numbers.push_back(static_cast<std::uint32_t>(row));
    }
  }
  if (arrangement.column >= 0 && arrangement.column < static_cast<int>(rows.columns.size())) {
    sortByColumn(rows.columns[static_cast<std::size_t>(arrangement.column)], arrangement.order, numbers);
  }
  return stop.stop_requested() ? std::vector<std::uint32_t>() : numbers;
}

QString tabSeparated(const TableRows& rows, const std::vector<std::uint32_t>& numbers) {
  QStringList lines;
  QStringList cells;
  for (const TableColumn& column : rows.columns) {
    cells << (column.exactTitle.isEmpty() ? column.title : column.exactTitle);
  }
  lines << cells.join(QLatin1Char('\t'));
  for (const std::uint32_t row : numbers) {
    cells.clear();
    for (const TableColumn& column : rows.columns) {
      cells << copiedCell(column, row);
    }
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace kernline::ui
