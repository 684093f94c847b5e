// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QAbstractItemView>

#include <string>

namespace kernline::test {

/// The text of a cell in the row of an index of any column.
[[nodiscard]] inline std::string cell(const QModelIndex& row, int column = 0, int role = Qt::DisplayRole) {
  return row.siblingAtColumn(column).data(role).toString().toStdString();
}

[[nodiscard]] inline std::string cell(const QAbstractItemModel& model, int row, int column,
                                      int role = Qt::DisplayRole) {
  return cell(model.index(row, 0), column, role);
}

[[nodiscard]] inline std::string cell(const QAbstractItemView& view, int row, int column, int role = Qt::DisplayRole) {
  return cell(*view.model(), row, column, role);
}

/// The heading of a column.
[[nodiscard]] inline std::string heading(const QAbstractItemModel& model, int column) {
  return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toStdString();
}

}  // namespace kernline::test
