// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/comparison_page.h"

#include "core/compare/tables/trace_profile.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/ui/views/compare/tables/comparison_page_fixture.h"
#include "ui/kit/tables/export_button.h"
#include "ui/kit/tables/rows_model.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;
using test::HandMadeLog;

std::shared_ptr<const Log> twoTables() {
  HandMadeLog log;
  log.metric(ContextId::none, "speedup", Quantity::Number, 2.5);
  log.torchTable(ContextId::none, "before",
                 {{"mm", RowKind::Operator, 200e6}, {"gemm", RowKind::Kernel, 200e6}, {"relu", RowKind::Kernel, 100e6}},
                 300e6);
  log.torchTable(ContextId::none, "after", {{"gemm", RowKind::Kernel, 75e6}, {"flash", RowKind::Kernel, 25e6}}, 100e6);
  return log.build();
}

TEST_F(ComparisonPageTest, putsTwoTablesSideBySideWithThePrintedSpeedUp) {
  open({twoTables()});
  EXPECT_EQ(m_panel.mode(), ComparisonPage::Mode::Tables);
  EXPECT_EQ(child<QLabel>("compareSpeedUps").text(), QStringLiteral("3.00× by device time   ·   2.50× printed"));
  EXPECT_TRUE(child<QLabel>("compareReasons").text().contains(QStringLiteral("wall time")));
  auto& view = child<QTableView>("compareRowsTable");
  ASSERT_EQ(view.model()->rowCount(), 3) << "kernels alone";
  EXPECT_EQ(cell(view, 0, 0), "gemm");
  EXPECT_EQ(cell(view, 0, 2), "200.0 ms  66.7 %");
  EXPECT_EQ(cell(view, 0, 4), "-125.0 ms");
  EXPECT_DOUBLE_EQ(view.model()->index(0, 4).data(RowsModel::DeltaRole).toDouble(), -1);
  EXPECT_EQ(cell(view, 1, 5), "gone");
  EXPECT_EQ(view.model()->headerData(0, Qt::Horizontal, Qt::InitialSortOrderRole), int{Qt::AscendingOrder});
  EXPECT_EQ(view.model()->headerData(4, Qt::Horizontal, Qt::InitialSortOrderRole), int{Qt::DescendingOrder});
  choose("compareKind", QStringLiteral("All kinds"));
  EXPECT_EQ(view.model()->rowCount(), 4);
}

TEST_F(ComparisonPageTest, beginsWithTablesThatCanBeComparedWhereThereAreMany) {
  HandMadeLog log;
  for (const double length : {256.0, 512.0}) {
    for (const char* model : {"Softmax", "Linear"}) {
      log.torchTable(log.context(model, {{"seq_len", length}}), "", {{"gemm", RowKind::Kernel, 1e6}}, 1e6);
    }
  }
  open({log.build()});
  const auto& list = child<QListWidget>("compareTables");
  ASSERT_EQ(list.count(), 4);
  for (int i = 0; i < list.count(); ++i) {
    EXPECT_EQ(list.item(i)->checkState(), i < 2 ? Qt::Checked : Qt::Unchecked) << i;
  }
  EXPECT_EQ(child<QLabel>("compareSpeedUps").text(), QStringLiteral("1.00× by device time"));
}

TEST_F(ComparisonPageTest, ticksTheTableThatWasPrintedOfTheTraceBesideTheLog) {
  HandMadeLog log;
  for (const double length : {256, 1024}) {
    log.torchTable(log.context("Softmax", {{"seq_len", length}}), "", {{"gemm", RowKind::Kernel, 5}}, 5);
  }
  test::HandMadeTrace trace;
  trace.builder.addSource({.path = "/runs/Softmax_seq1024_trace.json.gz",
                           .format = Message::name("made by hand"),
                           .text = nullptr,
                           .origin = nullptr});
  const TrackId stream = trace.track(trace.process("0", 0), "7", TrackKind::Stream);
  trace.span(stream, SpanKind::Kernel, "gemm", 0, 5);
  open({log.build(), profileOf(*trace.build())});
  auto& list = child<QListWidget>("compareTables");
  ASSERT_EQ(list.count(), 3);
  EXPECT_EQ(list.item(0)->checkState(), Qt::Unchecked);
  EXPECT_EQ(list.item(1)->checkState(), Qt::Checked);
  EXPECT_EQ(list.item(2)->checkState(), Qt::Checked);
}

TEST_F(ComparisonPageTest, showsNoDeltaOfWhatATableMayOnlyLeaveOut) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "all", {{"long", RowKind::Kernel, 900}, {"short", RowKind::Kernel, 100}}, 1000);
  log.torchTable(ContextId::none, "first", {{"long", RowKind::Kernel, 901}}, 1001);
  open({log.build()});
  auto& view = child<QTableView>("compareRowsTable");
  ASSERT_EQ(view.model()->rowCount(), 2);
  for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    view.sortByColumn(4, order);
    EXPECT_EQ(cell(view, 1, 0), "short") << "last, whichever way";
  }
  EXPECT_EQ(cell(view, 1, 4), "");
  EXPECT_EQ(view.model()->index(1, 4).data(RowsModel::DeltaRole).toDouble(), 0) << "no bar";
  EXPECT_EQ(cell(view, 1, 5), "not listed");
}

TEST_F(ComparisonPageTest, wrapsLongNamesOfTablesAndNeverGrowsBeyondItsRoom) {
  HandMadeLog log;
  constexpr int count = 9;
  for (int i = 0; i < count; ++i) {
    log.torchTable(ContextId::none,
                   "experiment_2025-06-01_llama8b_ring_attention_bf16_optimised_overlap_" + std::to_string(i),
                   {{"gemm", RowKind::Kernel, 75e6 + i * 1e6}}, 100e6 + i * 1e6);
  }
  open({log.build()});
  child<QToolButton>("compareTablesMode").click();
  auto& list = child<QListWidget>("compareTables");
  auto& view = child<QTableView>("compareRowsTable");
  ASSERT_TRUE(settles());
  const int width = m_panel.width();
  for (int i = 0; i < count; ++i) {
    list.item(i)->setCheckState(Qt::Checked);
  }
  ASSERT_TRUE(settles());
  const int height = view.horizontalHeader()->height();
  EXPECT_LE(m_panel.minimumSizeHint().width(), width) << "the headline of many tables wraps";
  EXPECT_TRUE(
      view.model()->headerData(3, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("overlap_1")));
  for (int column = 2; column < view.model()->columnCount(); ++column) {
    view.setColumnWidth(column, 2000);
  }
  EXPECT_GE(height, view.horizontalHeader()->height() + 2 * view.fontMetrics().lineSpacing())
      << "as high as the heads need at the widths of now";
}

TEST_F(ComparisonPageTest, comparesTheTablesThatAreTicked) {
  open({twoTables()});
  auto& list = child<QListWidget>("compareTables");
  list.setFocus();
  list.setCurrentRow(1);
  QTest::keyClick(&list, Qt::Key_Space);
  ASSERT_TRUE(settles());
  EXPECT_EQ(list.item(1)->checkState(), Qt::Unchecked);
  auto& view = child<QTableView>("compareRowsTable");
  EXPECT_EQ(view.model()->columnCount(), 3) << "one table has no deltas";
  QSignalSpy requested(&m_panel, &ComparisonPage::lineRequested);
  view.setFocus();
  view.setCurrentIndex(view.model()->index(0, 0));
  QTest::keyClick(&view, Qt::Key_Return);
  EXPECT_EQ(requested.size(), 1);
}

TEST_F(ComparisonPageTest, takesTheRowsInSightOfComparedTablesAway) {
  open({twoTables()});
  copy("&Copy table");
  const QString text = QApplication::clipboard()->text();
  EXPECT_TRUE(text.startsWith(QStringLiteral("Name\tbefore")))
      << "no column of the kind that all rows are: " << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("\nmm\t"))) << "an operator";
  EXPECT_TRUE(text.contains(QStringLiteral("\ngemm\t")));
  const std::string csv = save("rows.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 4) << csv;
  EXPECT_NE(csv.find("\ngemm,kernel,both,"), std::string::npos) << csv;
  EXPECT_EQ(csv.find("\nmm,"), std::string::npos);
  EXPECT_EQ(child<QLabel>("compareTold").text(),
            QStringLiteral("Saved %1").arg(m_folder.filePath(QStringLiteral("rows.csv"))));
  child<QListWidget>("compareTables").item(0)->setCheckState(Qt::Unchecked);
  child<QListWidget>("compareTables").item(1)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(settles());
  QApplication::clipboard()->setText(QStringLiteral("as it was"));
  copy("&Copy table");
  exportButton().saveTable(m_folder.filePath(QStringLiteral("none.csv")));
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("as it was"));
  EXPECT_FALSE(QFile::exists(m_folder.filePath(QStringLiteral("none.csv"))));
  EXPECT_EQ(child<QLabel>("compareTold").text(), QStringLiteral("Nothing to export yet"));
}

}  // namespace
}  // namespace kernline::ui
