// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"
#include "ui/views/statistics/statistics_table.h"

#include <memory>
#include <vector>

class QTableView;
class QWidget;

namespace kernline::ui {

class RowsModel;

using StatisticsPtr = std::shared_ptr<const StatisticsTable>;

/// The rows of a table of statistics, by their numbers in it. nullptr for no rows, under the titles of `columns`.
[[nodiscard]] TableRows statisticsRows(const StatisticsPtr& table, StatisticsColumns columns = {});
[[nodiscard]] std::vector<TableColumn> spanColumns(const StatisticsPtr& table);
[[nodiscard]] std::vector<TableColumn> operatorColumns(const StatisticsPtr& table, bool byShape);

/// The longest first: the order until the user chooses another.
[[nodiscard]] int defaultSortColumn(StatisticsColumns which);
/// The table over rows of statistics, the longest first.
[[nodiscard]] QTableView* makeStatisticsView(RowsModel* model, const char* name, const QString& title, QWidget* parent);

inline constexpr int nameColumn = 0;
inline constexpr int totalColumn = 3;
inline constexpr int selfColumn = 4;
inline constexpr int shareColumn = 10;

}  // namespace kernline::ui
