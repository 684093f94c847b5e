// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;
class QWidget;

namespace kernline::ui {

class StatisticsModel;

/// The look and the hands of our tables: whole rows are selected, nothing is edited, rows have one height.
void makePlainTable(QTableView& view);

/// The table over `model`: fixed row heights and column widths, so that it never measures all rows.
[[nodiscard]] QTableView* makeStatisticsView(StatisticsModel* model, QWidget* parent);

/// Gives the columns of the model's table their widths and bars, once they are others.
void arrangeStatisticsColumns(QTableView* view, const StatisticsModel& model);

}  // namespace kernline::ui
