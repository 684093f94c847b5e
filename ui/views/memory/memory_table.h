// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace kernline::ui {

/// A table as those of the memory page are: plain, sortable, several rows to be chosen, a menu of its own.
[[nodiscard]] QTableView* makeMemoryTable(QAbstractItemModel* model, const char* name, const QString& title,
                                          QWidget* parent);

/// Cells separated by tabs.
[[nodiscard]] QString headerText(const QAbstractItemModel& model);
[[nodiscard]] QString rowText(const QAbstractItemModel& model, int row);
/// The chosen rows from the top down, a line each.
[[nodiscard]] QStringList chosenRows(const QTableView& view);

}  // namespace kernline::ui
