// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/rows_model.h"

#include "tests/ui/window/wait.h"
#include "ui/kit/tables/plain_table.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <numeric>
#include <vector>

namespace kernline::ui {
namespace {

using Order = std::vector<std::uint32_t>;

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// A column of names, and one of figures of which some are absent.
TableRows fruit() {
  const auto names = std::make_shared<const QStringList>(QStringList{"pear", "Apple", "fig", "apple"});
  const auto figures = std::make_shared<const std::vector<double>>(std::vector{2.0, absent, 7.0, 2.0});
  return {.count = 4,
          .columns = {{.title = QStringLiteral("Name"),
                       .text = [names](std::size_t row) { return (*names)[static_cast<qsizetype>(row)]; },
                       .exact = [](std::size_t row) { return QStringLiteral("a\tb %1").arg(row); }},
                      {.title = QStringLiteral("Figure"),
                       .exactTitle = QStringLiteral("Figure (ns)"),
                       .kind = ColumnKind::Figure,
                       .text = [figures](std::size_t row) { return QString::number((*figures)[row]); },
                       .key = [figures](std::size_t row) { return (*figures)[row]; },
                       .share = [figures](std::size_t row) { return (*figures)[row] / 10; }}}};
}

TEST(RowsModel, sortsFiguresWithThoseThatAreAbsentLastEitherWay) {
  EXPECT_EQ(arrangeRows(fruit(), {.column = 1, .order = Qt::DescendingOrder}, {}), (Order{2, 0, 3, 1}));
  EXPECT_EQ(arrangeRows(fruit(), {.column = 1, .order = Qt::AscendingOrder}, {}), (Order{0, 3, 2, 1}));
}

TEST(RowsModel, sortsTextsWhateverTheirCaseAndLeavesEqualOnesAsTheyCame) {
  EXPECT_EQ(arrangeRows(fruit(), {.column = 0, .order = Qt::AscendingOrder}, {}), (Order{1, 3, 2, 0}));
  EXPECT_EQ(arrangeRows(fruit(), {.column = 0, .order = Qt::DescendingOrder}, {}), (Order{0, 2, 1, 3}));
  EXPECT_EQ(arrangeRows(fruit(), {}, {}), (Order{0, 1, 2, 3}));
}

TEST(RowsModel, filtersByTheTextsOfARow) {
  EXPECT_EQ(arrangeRows(fruit(), {.filter = QStringLiteral("APPLE")}, {}), (Order{1, 3}));
  EXPECT_EQ(arrangeRows(fruit(), {.filter = QStringLiteral("7")}, {}), Order{}) << "figures are no texts";
}

TEST(RowsModel, isCopiedAsExactlyAsItCanSay) {
  EXPECT_EQ(tabSeparated(fruit(), {2, 0}).toStdString(), "Name\tFigure (ns)\na b 2\t7\na b 0\t2\n");
}

TEST(RowsModel, beginsWithTheGreatestWhereAFigureIsClicked) {
  const RowsModel model(fruit());
  EXPECT_EQ(model.headerData(0, Qt::Horizontal, Qt::InitialSortOrderRole).toInt(), Qt::AscendingOrder);
  EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::InitialSortOrderRole).toInt(), Qt::DescendingOrder);
  EXPECT_EQ(model.index(2, 1).data(RowsModel::ShareRole).toDouble(), 0.7);
  EXPECT_FALSE(model.index(1, 1).data(RowsModel::ShareRole).isValid()) << "no figure, no bar";
}

TEST(RowsModel, keepsTheSelectionWithItsRowWhileOneSorts) {
  RowsModel model(fruit());
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const std::unique_ptr<QTableView> view(makePlainTable(&model, "fruit", QStringLiteral("Fruit"), nullptr));
  view->selectRow(2);
  model.sort(1, Qt::DescendingOrder);
  EXPECT_EQ(view->currentIndex().row(), 0);
  EXPECT_EQ(model.numberOf(view->currentIndex().row()), 2U);
  EXPECT_EQ(model.placeOf(1), 3);
  model.setFilter(QStringLiteral("apple"));
  EXPECT_EQ(model.placeOf(2), -1);
  EXPECT_EQ(model.rowCount(), 2);
}

TEST(RowsModel, copiesTheSelectedRowsIfTheyAreSeveral) {
  RowsModel model(fruit());
  const std::unique_ptr<QTableView> view(makePlainTable(&model, "fruit", QStringLiteral("Fruit"), nullptr));
  view->selectRow(3);
  EXPECT_EQ(rowsToCopy(*view), (std::vector{0, 1, 2, 3}));
  view->selectionModel()->select(model.index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
  EXPECT_EQ(rowsToCopy(*view), (std::vector{1, 3}));
  EXPECT_EQ(rowsToCopy(*view, 2).size(), 2U);
}

TEST(RowsModel, showsALargeTableAtOnceAndThenInItsOrder) {
  constexpr std::size_t count = RowsModel::maxRowsAtOnce + 1;
  RowsModel model;
  model.sort(0, Qt::DescendingOrder);
  model.setRows(
      {.count = count,
       .columns = {{.title = QStringLiteral("Figure"), .kind = ColumnKind::Figure, .key = [](std::size_t row) {
                      return static_cast<double>(row);
                    }}}});
  EXPECT_EQ(model.rowCount(), static_cast<int>(count));
  EXPECT_EQ(model.numberOf(0), 0U) << "as they came";
  ASSERT_TRUE(test::settles(model));
  EXPECT_EQ(model.numberOf(0), count - 1);
}

}  // namespace
}  // namespace kernline::ui
