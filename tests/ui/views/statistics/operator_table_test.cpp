// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/views/calltree/call_tree_of.h"
#include "tests/ui/views/panel_test.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/statistics/row_spans.h"
#include "ui/views/statistics/statistics_columns.h"
#include "ui/views/statistics/statistics_panel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const Trace> shapedTrace() {
  const auto loaded = chrome::readChromeText(R"([
{"ph":"X","cat":"cpu_op","name":"mm","pid":1,"tid":1,"ts":0,"dur":30,"args":{"Input Dims":[[8,4]]}},
{"ph":"X","cat":"cpu_op","name":"empty","pid":1,"tid":1,"ts":5,"dur":10},
{"ph":"X","cat":"cpu_op","name":"mm","pid":1,"tid":1,"ts":50,"dur":20,"args":{"Input Dims":[[2,2]]}}
])",
                                             {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
}

std::vector<std::string> cells(const QAbstractItemModel& model, int row) {
  std::vector<std::string> texts;
  for (int column = 0; column < model.columnCount(); ++column) {
    texts.push_back(cell(model, row, column));
  }
  return texts;
}

TEST(OperatorTable, hasSelfAndTotalOfHostAndDevice) {
  RowsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  StatisticsRequest request;
  request.columns = StatisticsColumns::Operators;
  const auto table = makeStatisticsTable(test::callingTrace(), request, {}).value();
  model.setRows(statisticsRows(table));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_EQ(cells(model, 0), (std::vector<std::string>{"mm", "3", "40.00 µs", "36.00 µs", "13.33 µs", "30.00 µs",
                                                       "30.00 µs", "2", "–"}));
  EXPECT_EQ(tabSeparated(model.rows(), {0}).split(QLatin1Char('\n')).at(1).toStdString(),
            "mm\t3\t40000\t36000\t13333\t30000\t30000\t2\t0");
  const auto spans = rowSpans(*table, 0, {});
  ASSERT_TRUE(spans);
  EXPECT_EQ(spans->size(), 3U);
}

TEST(OperatorTable, countsTheCallsThatAFilterLeaves) {
  StatisticsRequest request;
  request.columns = StatisticsColumns::OperatorsByShape;
  const auto all = makeStatisticsTable(shapedTrace(), request, {}).value();
  ASSERT_EQ(all->ops.rows.size(), 3U);
  const auto shaped = filterTable(all, QStringLiteral("shape:[[8, 4]]"), {}).value();
  ASSERT_EQ(shaped->ops.rows.size(), 1U);
  EXPECT_EQ(shaped->ops.rows[0].hostSelf.ns, 20'000) << "without what it calls, which is not shown";
  EXPECT_EQ(rowSpans(*shaped, 0, {}).value().size(), 1U);
  EXPECT_EQ(filterTable(all, QStringLiteral("MM"), {}).value()->ops.rows.size(), 2U);
  EXPECT_TRUE(filterTable(all, QStringLiteral("phase:backward"), {}).value()->ops.rows.empty());
}

class OperatorPanel : public test::PanelTest<StatisticsPanel> {
 protected:
  void SetUp() override {
    show(shapedTrace(), {1200, 300});
    showKinds("Operators");
  }
  void showKinds(const char* kinds) {
    child<QComboBox>("statisticsKinds").setCurrentText(QString::fromUtf8(kinds));
    ASSERT_TRUE(settles());
  }
  [[nodiscard]] std::string countsText() { return child<QLabel>("statisticsCounts").text().toStdString(); }
  QTableView& view() { return child<QTableView>("statisticsView"); }
};

TEST_F(OperatorPanel, turnsToTheirColumnsAndBack) {
  const QAbstractItemModel& model = *view().model();
  EXPECT_EQ(heading(model, 3), "Host self");
  EXPECT_EQ(cell(model, 0, 0), "mm");
  EXPECT_EQ(cell(model, 0, 3), "40.00 µs");
  showKinds("Everything");
  EXPECT_EQ(heading(model, 3), "Total");
  EXPECT_FALSE(child<QCheckBox>("statisticsByShape").isVisible());
}

TEST_F(OperatorPanel, countsWhatAFilterLeavesAndSaysWhatThatComesTo) {
  showKinds("Everything");
  type("statisticsFilter", "category:cpu_op");
  const QAbstractItemModel& model = *view().model();
  EXPECT_EQ(model.rowCount(), 2);
  EXPECT_THAT(countsText(), HasSubstr("filtered: 3 spans, 60.00 µs (self 50.00 µs), 100.0 % of all"));
  EXPECT_THAT(countsText(), HasSubstr("3 spans inside each other · total 60.00 µs · self 50.00 µs"));
  EXPECT_FALSE(view().isColumnHidden(selfColumn));
  type("statisticsFilter", "name:empty");
  EXPECT_EQ(model.rowCount(), 1);
  EXPECT_THAT(countsText(), HasSubstr("filtered: 1 span, 10.00 µs, 16.7 % of all"));
  type("statisticsFilter", "");
  EXPECT_EQ(model.rowCount(), 2);
  EXPECT_THAT(countsText(), Not(HasSubstr("filtered")));
}

TEST_F(OperatorPanel, saysWhereFilteredKernelsOverlap) {
  const auto loaded = chrome::readChromeText(R"([
{"ph":"X","cat":"kernel","name":"gemm_a","pid":0,"tid":7,"ts":0,"dur":30},
{"ph":"X","cat":"kernel","name":"gemm_b","pid":0,"tid":8,"ts":20,"dur":20},
{"ph":"X","cat":"kernel","name":"other","pid":0,"tid":7,"ts":100,"dur":50}
])",
                                             {});
  ASSERT_TRUE(loaded);
  m_panel.setTrace(*loaded);
  showKinds("Kernels");
  type("statisticsFilter", "gemm_");
  EXPECT_THAT(countsText(), HasSubstr("filtered: 2 spans, 50.00 µs (busy 40.00 µs), 50.0 % of all"));
}

TEST_F(OperatorPanel, splitsThemByInputShape) {
  auto& byShape = child<QCheckBox>("statisticsByShape");
  ASSERT_TRUE(byShape.isVisible());
  QTest::mouseClick(&byShape, Qt::LeftButton, Qt::NoModifier, QPoint(6, byShape.height() / 2));
  ASSERT_TRUE(byShape.isChecked());
  ASSERT_TRUE(settles());
  const QAbstractItemModel& model = *view().model();
  ASSERT_EQ(model.rowCount(), 3);
  EXPECT_EQ(cell(model, 0, 1), "[[8, 4]]");
  EXPECT_EQ(cell(model, 1, 1), "[[2, 2]]");
  EXPECT_EQ(cell(model, 2, 1), "");
}

TEST_F(OperatorPanel, aClickGoesToTheLongestCall) {
  StatisticsPanel::Matches matches;
  QObject::connect(&m_panel, &StatisticsPanel::matchesFound, &m_panel,
                   [&](const StatisticsPanel::Matches& found) { matches = found; });
  QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::NoModifier,
                    view().visualRect(view().model()->index(0, 0)).center());
  ASSERT_TRUE(settles());
  EXPECT_EQ(asked(), "mm");
  ASSERT_NE(matches, nullptr);
  EXPECT_EQ(matches->size(), 2U);
}

}  // namespace
}  // namespace kernline::ui
