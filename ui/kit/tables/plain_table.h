// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <limits>
#include <vector>

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace kernline::ui {

struct TableRows;

/// A table as all of ours are: whole rows are selected, no cell is edited, rows have one height, there is no grid.
[[nodiscard]] QTableView* makePlainTable(QAbstractItemModel* model, const char* name, const QString& title,
                                         QWidget* parent);
/// Makes a plain table with no row cut off at its lower edge.
[[nodiscard]] QTableView* makeWholeRowsTable(QAbstractItemModel* model, const char* name, const QString& title,
                                             QWidget* parent);
/// Makes a view of another class plain.
void makePlain(QTableView& view);
/// A click on a title sorts, another turns the order round, the third brings back the order the rows came in.
void makeSortable(QTableView& view);
/// Gives the columns their widths and bars; one without a width takes what the others leave.
void arrangeColumns(QTableView& view, const TableRows& rows);

/// "Copy rows" in the table's menu and on Ctrl+C.
void addCopyAction(QTableView& view, const std::function<void()>& copy);
/// The selected rows if they are several, else all, from the top down; not more than `max`.
[[nodiscard]] std::vector<int> rowsToCopy(const QTableView& view, int max = std::numeric_limits<int>::max());

}  // namespace kernline::ui
