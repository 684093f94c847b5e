// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_columns.h"

#include "core/model/format/quantity.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/statistics/row_spans.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;
using test::smallTrace;

std::shared_ptr<const StatisticsTable> tableOf(const StatisticsRequest& options) {
  return makeStatisticsTable(smallTrace(), options, {}).value();
}

/// Longest first, as a view begins.
void show(RowsModel& model, const StatisticsPtr& table) {
  model.sort(totalColumn, Qt::DescendingOrder);
  model.setRows(statisticsRows(table));
}

TEST(StatisticsRows, showsKernelsByTheirShortNameLongestTotalFirst) {
  RowsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  show(model, tableOf({.kinds = SpanKinds::deviceActivities()}));
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(cell(model, 0, nameColumn), "gemm_kernel<float>");
  EXPECT_EQ(cell(model, 0, nameColumn, Qt::ToolTipRole), "void gemm_kernel<float>(float*)");
  EXPECT_EQ(cell(model, 0, totalColumn), "40.00 µs");
  EXPECT_EQ(cell(model, 1, nameColumn), "Memcpy HtoD (Pinned -> Device)");
  EXPECT_NEAR(model.index(0, shareColumn).data(RowsModel::ShareRole).toDouble(), 40.0 / 48.0, 1e-9);
  EXPECT_FALSE(model.index(0, totalColumn).data(RowsModel::ShareRole).isValid());
}

TEST(StatisticsRows, namesAndFindsFamiliesOfDeviceWork) {
  RowsModel model;
  show(model, tableOf({.kinds = SpanKinds::deviceActivities()}));
  constexpr int familyColumn = 1;
  EXPECT_EQ(heading(model, familyColumn), "Family");
  EXPECT_EQ(cell(model, 0, familyColumn), "GEMM");
  model.setFilter(QStringLiteral("gemm"));
  EXPECT_EQ(model.rowCount(), 1);
  model.setFilter(QStringLiteral("copy"));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_EQ(cell(model, 0, nameColumn), "Memcpy HtoD (Pinned -> Device)");
  show(model, tableOf({.by = keyKind("family")}));
  EXPECT_EQ(heading(model, familyColumn), "Category");
}

TEST(StatisticsRows, sortsNumbersAsNumbersAndNamesAsText) {
  RowsModel model;
  const StatisticsPtr table = tableOf({});
  const auto rowAt = [&](int row) -> const StatisticsRow& { return table->statistics.rows[model.numberOf(row)]; };
  show(model, table);
  constexpr int countColumn = 2;
  model.sort(countColumn, Qt::AscendingOrder);
  for (int row = 1; row < model.rowCount(); ++row) {
    EXPECT_LE(rowAt(row - 1).count, rowAt(row).count);
  }
  model.sort(totalColumn, Qt::AscendingOrder);
  for (int row = 1; row < model.rowCount(); ++row) {
    EXPECT_LE(rowAt(row - 1).total, rowAt(row).total);
  }
  model.sort(nameColumn, Qt::DescendingOrder);
  for (int row = 1; row < model.rowCount(); ++row) {
    EXPECT_GE(QString::fromStdString(cell(model, row - 1, nameColumn)).toCaseFolded(),
              QString::fromStdString(cell(model, row, nameColumn)).toCaseFolded());
  }
}

TEST(StatisticsRows, filtersByShortFullAndCategoryNamesWhateverTheCase) {
  RowsModel model;
  show(model, tableOf({}));
  const int all = model.rowCount();
  model.setFilter(QStringLiteral("GEMM_KERNEL<float>("));
  EXPECT_EQ(model.rowCount(), 1) << "the full name counts too";
  model.setFilter(QStringLiteral("cuda_runtime"));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_EQ(cell(model, 0, nameColumn), "cudaLaunchKernel");
  model.setFilter(QStringLiteral("nothing like that"));
  EXPECT_EQ(model.rowCount(), 0);
  model.setFilter(QString());
  EXPECT_EQ(model.rowCount(), all);
}

TEST(StatisticsRows, copiesFullNamesAndPlainNanoseconds) {
  RowsModel model;
  show(model, tableOf({.kinds = {SpanKind::Kernel}}));
  const QStringList lines = tabSeparated(model.rows(), {0}).split(QLatin1Char('\n'));
  ASSERT_EQ(lines.size(), 3);  // header, row, end
  EXPECT_EQ(lines[0].section(QLatin1Char('\t'), 3, 3).toStdString(), "Total (ns)");
  EXPECT_EQ(lines[1].section(QLatin1Char('\t'), 0, 3).toStdString(), "void gemm_kernel<float>(float*)\tGEMM\t2\t40000");
}

TEST(StatisticsRows, neverHoldsTheWindowUpWithAHundredThousandRows) {
  auto table = std::make_shared<StatisticsTable>();
  table->trace = smallTrace();
  constexpr std::size_t rows = 100'000;
  for (std::size_t i = 0; i < rows; ++i) {
    table->names.push_back(QStringLiteral("kernel_%1").arg(i));
    StatisticsRow row;
    row.key = static_cast<std::uint32_t>(i);
    row.name = "kernel";
    row.total = {static_cast<std::int64_t>((i * 7919) % rows)};
    table->statistics.rows.push_back(row);
  }
  RowsModel model;
  show(model, table);
  EXPECT_EQ(model.rowCount(), static_cast<int>(rows)) << "there at once, if not in order yet";
  EXPECT_TRUE(model.isBusy());
  model.sort(totalColumn, Qt::AscendingOrder);
  EXPECT_TRUE(model.isBusy());
  for (const char* typed : {"_", "_9", "_99", "_999", "_9999"}) {
    model.setFilter(QString::fromUtf8(typed));
    EXPECT_TRUE(model.isBusy());
  }
  ASSERT_TRUE(test::settles(model));
  ASSERT_EQ(model.rowCount(), 11);
  for (int row = 1; row < model.rowCount(); ++row) {
    EXPECT_LE(table->statistics.rows[model.numberOf(row - 1)].total, table->statistics.rows[model.numberOf(row)].total);
  }
}

TEST(StatisticsRows, ordersALargeTableAsASmallOne) {
  auto table = std::make_shared<StatisticsTable>();
  table->trace = smallTrace();
  for (std::size_t i = 0; i < RowsModel::maxRowsAtOnce + 500; ++i) {
    table->names.push_back(QStringLiteral("kernel_%1").arg(i));
    StatisticsRow row;
    row.name = "kernel";
    row.total = {static_cast<std::int64_t>(i * 7919 % 1013)};
    table->statistics.rows.push_back(row);
  }
  RowsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  show(model, table);
  model.setFilter(QStringLiteral("7"));
  model.sort(nameColumn, Qt::DescendingOrder);
  ASSERT_TRUE(test::settles(model));
  const std::vector<std::uint32_t> expected = arrangeRows(
      statisticsRows(table), {.filter = QStringLiteral("7"), .column = nameColumn, .order = Qt::DescendingOrder}, {});
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(model.order(), expected);
}

TEST(FilteredTable, countsOnlyTheSpansOfAnOperatorAndTheirShareOfAll) {
  const StatisticsPtr all = tableOf({.kinds = SpanKinds::deviceActivities()});
  const StatisticsPtr found = filterTable(all, QStringLiteral("op:aten::MM"), {}).value();
  ASSERT_EQ(found->statistics.rows.size(), 1U);
  EXPECT_EQ(found->statistics.rows[0].count, 2U);
  EXPECT_NEAR(found->statistics.rows[0].shareOfBusy, 40.0 / 48.0, 1e-9);
  EXPECT_NEAR(found->statistics.rows[0].share, 40.0 / 48.0, 1e-9);
  EXPECT_EQ(rowSpans(*found, 0, {}).value().size(), 2U);
  EXPECT_TRUE(filterTable(all, QStringLiteral("module:nothing"), {}).value()->statistics.rows.empty());
  RowsModel model;
  show(model, found);
  model.setFilter(QStringLiteral("op:aten::MM"));
  EXPECT_EQ(model.rowCount(), 1) << "no row is called so, yet it is what was asked for";
}

TEST(RowSpans, givesTheSpansThatTheRowCounted) {
  const auto trace = smallTrace();
  for (const KeyKind& by : keyKinds()) {
    const auto table = tableOf({.by = &by});
    for (const StatisticsRow& row : table->statistics.rows) {
      const auto spans = rowSpans(*trace, table->options, row.key, {}).value();
      EXPECT_EQ(spans.size(), row.count) << row.name << " by " << by.name;
      EXPECT_TRUE(std::ranges::is_sorted(spans, {}, [&](SpanId s) { return trace->start(s); }));
      EXPECT_TRUE(std::ranges::find(spans, row.longest) != spans.end());
    }
  }
}

TEST(StatisticsRows, showsWhatCountersMeasuredOfARow) {
  const std::shared_ptr<const Trace> trace = load(test::fixture("recordings/counters.json.gz")).value();
  const auto table = makeStatisticsTable(trace, {.kinds = SpanKinds::deviceActivities()}, {}).value();
  RowsModel model;
  show(model, table);
  constexpr int dramColumn = shareColumn + 1;
  constexpr int sampledColumn = shareColumn + 4;
  ASSERT_EQ(model.columnCount(), sampledColumn + 1);
  EXPECT_EQ(heading(model, sampledColumn), "Sampled");
  model.setFilter(QStringLiteral("Memcpy DtoD"));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_THAT(cell(model, 0, dramColumn), testing::EndsWith(" GiB"));
  const MeasuredWork* measured = table->measuredWork(model.numberOf(0));
  ASSERT_NE(measured, nullptr);
  EXPECT_EQ(cell(model, 0, sampledColumn), formatShare(measured->sampledShare()));
  model.setFilter(QStringLiteral("Memset"));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_EQ(cell(model, 0, dramColumn), "–");
  EXPECT_EQ(cell(model, 0, sampledColumn), "Not sampled");
}

TEST(StatisticsRows, keepsTheColumnsOfCountersWhateverIsFiltered) {
  const std::shared_ptr<const Trace> trace = load(test::fixture("recordings/counters.json.gz")).value();
  const auto all = makeStatisticsTable(trace, {.kinds = SpanKinds::deviceActivities()}, {}).value();
  const auto fills = filterTable(all, QStringLiteral("memset"), {}).value();
  EXPECT_EQ(statisticsRows(fills).columns.size(), statisticsRows(all).columns.size());
  const auto calls = makeStatisticsTable(trace, {.kinds = {SpanKind::Runtime}}, {}).value();
  EXPECT_EQ(statisticsRows(calls).columns.size(), shareColumn + 1U) << "the host has no counters";
}

}  // namespace
}  // namespace kernline::ui
