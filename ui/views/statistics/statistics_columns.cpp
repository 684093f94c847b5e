// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_columns.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/work/measured_columns.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <iterator>

namespace kernline::ui {
namespace {

using Row = StatisticsRow;

TableColumn durationColumn(const StatisticsPtr& table, Duration Row::* figure, const QString& title,
                           const char* exactTitle, const QString& help) {
  const auto of = [table, figure](std::size_t row) { return table->statistics.rows[row].*figure; };
  return {.title = title,
          .exactTitle = QString::fromUtf8(exactTitle),
          .help = help,
          .kind = ColumnKind::Figure,
          .width = 12,
          .text = [of](std::size_t row) { return qt(formatDuration(of(row))); },
          .exact = [of](std::size_t row) { return QString::number(of(row).ns); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn nameOfRow(const StatisticsPtr& table) {
  const auto name = [table](std::size_t row) { return qt(table->statistics.rows[row].name); };
  return {.title = Words::tr("Name"),
          .exactTitle = QStringLiteral("Name"),
          .help = Words::tr("How rows are grouped"),
          .text = [table](std::size_t row) { return table->names[row]; },
          .exact = name,
          .tip = name};
}

TableColumn categoryOfRow(const StatisticsPtr& table) {
  return {.title = Words::tr("Category"),
          .exactTitle = QStringLiteral("Category"),
          .help = Words::tr("From the longest span of the row, as in the file"),
          .width = 16,
          .text = [table](std::size_t row) { return qt(table->statistics.rows[row].category); }};
}

TableColumn familyOfRow(const StatisticsPtr& table) {
  return {.title = Words::tr("Family"),
          .exactTitle = QStringLiteral("Family"),
          .help = Words::tr("What the kernel does, by its name (Edit > Kernel families…)"),
          .width = 18,
          .text = [table](std::size_t row) { return table->families[row]; }};
}

TableColumn countOfRow(const StatisticsPtr& table) {
  const auto of = [table](std::size_t row) { return table->statistics.rows[row].count; };
  return {.title = Words::tr("Count"),
          .exactTitle = QStringLiteral("Count"),
          .help = Words::tr("Number of spans"),
          .kind = ColumnKind::Figure,
          .width = 10,
          .text = [of](std::size_t row) { return countText(of(row)); },
          .exact = [of](std::size_t row) { return QString::number(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row)); }};
}

TableColumn shareOfRow(const StatisticsPtr& table) {
  const auto of = [table](std::size_t row) { return table->statistics.rows[row].shareOfBusy; };
  return {.title = Words::tr("Share of busy"),
          .exactTitle = QStringLiteral("Share of busy time"),
          .help = Words::tr("Total divided by the time in which at least one of the counted spans was running, of each "
                            "device by itself; rows that overlap add up to more than 100 %"),
          .kind = ColumnKind::Figure,
          .width = 20,
          .text =
              [of, table](std::size_t row) {
                // Spans that contain each other add up to more than there is.
                const StatisticsRow& own = table->statistics.rows[row];
                return own.self < own.total && of(row) > 1 ? QStringLiteral("–") : qt(formatShare(of(row)));
              },
          .exact = [of](std::size_t row) { return QString::number(of(row), 'g', 6); },
          .key = of,
          .share = of};
}

bool isFound(const StatisticsTable& table, std::size_t row, const QString& filter) {
  if (table.all) {
    return true;  // the filter has left its spans
  }
  const StatisticsRow& of = table.statistics.rows[row];
  const auto has = [&](const QString& text) { return text.contains(filter, Qt::CaseInsensitive); };
  return filter.isEmpty() || has(table.names[row]) || has(qt(of.name)) || has(qt(of.category)) ||
         (!table.families.empty() && has(table.families[row])) ||
         (table.columns == StatisticsColumns::OperatorsByShape && has(table.shapeText(row)));
}

}  // namespace

std::vector<TableColumn> spanColumns(const StatisticsPtr& table) {
  std::vector<TableColumn> columns{
      nameOfRow(table),
      table && !table->families.empty() ? familyOfRow(table) : categoryOfRow(table),
      countOfRow(table),
      durationColumn(table, &Row::total, Words::tr("Total"), "Total (ns)", Words::tr("Sum of all durations")),
      durationColumn(table, &Row::self, Words::tr("Self"), "Self (ns)",
                     Words::tr("Excluding nested spans that are counted; rows add up to the time in which at least one "
                               "span was running")),
      durationColumn(table, &Row::mean, Words::tr("Mean"), "Mean (ns)", Words::tr("Total divided by count")),
      durationColumn(table, &Row::median, Words::tr("Median"), "Median (ns)",
                     Words::tr("Half of the spans are at most this long")),
      durationColumn(table, &Row::min, Words::tr("Min"), "Min (ns)", Words::tr("The shortest span")),
      durationColumn(table, &Row::max, Words::tr("Max"), "Max (ns)",
                     Words::tr("The longest span; click the row to go to it")),
      durationColumn(table, &Row::stddev, Words::tr("Std dev"), "Std dev (ns)",
                     Words::tr("Standard deviation of the durations")),
      shareOfRow(table)};
  if (table && table->isMeasured()) {
    columns[nameColumn].width = 32;  // narrow, since there are many columns
    std::ranges::move(measuredColumns([table](std::size_t row) { return table->measuredWork(row); }),
                      std::back_inserter(columns));
  }
  return columns;
}

TableRows statisticsRows(const StatisticsPtr& table, StatisticsColumns columns) {
  const StatisticsColumns which = table ? table->columns : columns;
  return {.count = table ? table->statistics.rows.size() : 0,
          .columns = which == StatisticsColumns::Spans
                         ? spanColumns(table)
                         : operatorColumns(table, which == StatisticsColumns::OperatorsByShape),
          .isShown = [table](std::size_t row, const QString& filter) { return isFound(*table, row, filter); }};
}

int defaultSortColumn(StatisticsColumns which) {
  return which == StatisticsColumns::Spans ? totalColumn : which == StatisticsColumns::Operators ? 2 : 3;
}

QTableView* makeStatisticsView(RowsModel* model, const char* name, const QString& title, QWidget* parent) {
  QTableView* view = makePlainTable(model, name, title, parent);
  view->horizontalHeader()->setSectionsMovable(true);
  view->horizontalHeader()->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 6);
  view->setSortingEnabled(true);
  arrangeColumns(*view, model->rows());
  view->sortByColumn(defaultSortColumn(StatisticsColumns::Spans), Qt::DescendingOrder);
  return view;
}

}  // namespace kernline::ui
