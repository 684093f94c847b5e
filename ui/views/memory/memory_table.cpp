// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_table.h"

#include "ui/kit/tables/plain_table.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

#include <algorithm>

namespace kernline::ui {

QTableView* makeMemoryTable(QAbstractItemModel* model, const char* name, const QString& title, QWidget* parent) {
  QTableView* view = makePlainTable(model, name, title, parent);
  view->horizontalHeader()->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 6);
  view->setMinimumHeight(view->fontMetrics().height() * 3);
  view->setContextMenuPolicy(Qt::CustomContextMenu);
  return view;
}

QString headerText(const QAbstractItemModel& model) {
  QStringList cells;
  for (int column = 0; column < model.columnCount(); ++column) {
    cells << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  return cells.join(QLatin1Char('\t'));
}

QString rowText(const QAbstractItemModel& model, int row) {
  QStringList cells;
  for (int column = 0; column < model.columnCount(); ++column) {
    cells << model.index(row, column).data().toString();
  }
  return cells.join(QLatin1Char('\t'));
}

QStringList chosenRows(const QTableView& view) {
  QModelIndexList rows = view.selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::row);
  QStringList lines;
  for (const QModelIndex& row : rows) {
    lines << rowText(*view.model(), row.row());
  }
  return lines;
}

}  // namespace kernline::ui
