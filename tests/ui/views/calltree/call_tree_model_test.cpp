// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_model.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/views/calltree/call_tree_of.h"
#include "tests/ui/window/cell.h"
#include "ui/kit/tables/rows_model.h"

#include <QAbstractItemModelTester>

namespace kernline::ui {
namespace {

using test::callTreeOf;
using test::cell;
using test::nodeNamed;

TEST(CallTreeModel, showsTheHeaviestFirstWithSelfAndTotal) {
  CallTreeModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setTable(callTreeOf({}));
  ASSERT_EQ(model.rowCount(), 2);
  const QModelIndex main = model.index(0, 0);
  EXPECT_EQ(cell(main, CallTreeModel::Name), "main");
  EXPECT_EQ(cell(main, CallTreeModel::Total), "100.0 µs");
  EXPECT_EQ(cell(main, CallTreeModel::Self), "37.00 µs");
  EXPECT_EQ(cell(main, CallTreeModel::Other), "30.00 µs");
  EXPECT_NEAR(model.data(main.siblingAtColumn(CallTreeModel::Share), RowsModel::ShareRole).toDouble(), 100.0 / 110,
              1e-9);
  EXPECT_EQ(model.rowCount(main), 2);
  EXPECT_EQ(cell(model.index(0, 0, main), CallTreeModel::Name), "slow");
  EXPECT_EQ(test::heading(model, CallTreeModel::Other), "GPU total");
}

TEST(CallTreeModel, everyNodeHasItsPlace) {
  CallTreeModel model;
  const auto table = callTreeOf(test::weighing(CallWeight::Device, true));
  model.setTable(table);
  for (CallNode node = 1; node < table->tree->size(); ++node) {
    const QModelIndex index = model.indexOf(node);
    ASSERT_TRUE(index.isValid());
    EXPECT_EQ(model.node(model.index(index.row(), 0, model.parent(index))), node);
  }
  EXPECT_EQ(cell(model.index(0, 0), CallTreeModel::Name), "gemm_kernel<float>");
  EXPECT_EQ(cell(model.index(0, 0), CallTreeModel::Total), "30.00 µs");
}

TEST(CallTreeModel, aFilterKeepsWhatLeadsToWhatIsFound) {
  CallTreeModel model;
  const auto table = callTreeOf(test::finding("GEMM"));
  model.setTable(table);
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_FALSE(model.indexOf(nodeNamed(*table, {"main", "quick"})).isValid());
  const CallNode kernel = nodeNamed(*table, {"main", "slow", "mm", "cudaLaunchKernel", "gemm_kernel<float>"});
  EXPECT_TRUE(model.indexOf(kernel).isValid());
  EXPECT_EQ(table->found->wantedCount(), 1U);
  EXPECT_EQ(table->found->wantedTotal(), 0);  // a kernel takes no host time
}

TEST(CallTreeModel, aFilterFindsKernelsByTheirFamily) {
  const auto table = callTreeOf(test::finding("gemm"), chrome::readChromeText(R"json([
{"ph":"X","cat":"kernel","name":"nvjet_sm90_tst_192x128_NNT","pid":0,"tid":7,"ts":40,"dur":20},
{"ph":"X","cat":"python_function","name":"main","pid":5,"tid":5,"ts":0,"dur":100}
])json",
                                                                              {})
                                                           .value());
  EXPECT_EQ(table->found->wantedCount(), 1U);
}

TEST(CallTreeModel, aFilterOfNothingThereLeavesNothing) {
  CallTreeModel model;
  model.setTable(callTreeOf(test::finding("no such call")));
  EXPECT_EQ(model.rowCount(), 0);
}

}  // namespace
}  // namespace kernline::ui
