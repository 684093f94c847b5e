// SPDX-License-Identifier: GPL-3.0-or-later
// At whatever height a table is, no row is cut off at its lower edge, and the last one can be seen.
#include "ui/kit/tables/plain_table.h"

#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(WholeRowsTable, cutsNoRowOff) {
  QStandardItemModel model(40, 2);
  QWidget window;
  QTableView* table = makeWholeRowsTable(&model, "table", QStringLiteral("Table"), &window);
  window.resize(400, 400);
  window.show();
  const int row = table->rowHeight(0);
  for (int height = 200; height < 200 + row; ++height) {
    table->resize(300, height);
    ASSERT_EQ(table->viewport()->height() % row, 0) << height;
    EXPECT_GT(table->viewport()->geometry().bottom() + row, height - 1) << "no room is wasted";
    table->scrollToBottom();
    EXPECT_EQ(table->visualRect(model.index(39, 0)).bottom() + 1, table->viewport()->height()) << height;
    table->resize(300, height + 5);
    EXPECT_EQ(table->visualRect(model.index(39, 0)).bottom() + 1, table->viewport()->height()) << height;
    table->scrollToTop();
    EXPECT_EQ(table->verticalScrollBar()->value(), 0);
  }
}

TEST(WholeRowsTable, leavesNothingFreeBelowFewRows) {
  QStandardItemModel model(3, 2);
  QWidget window;
  QTableView* table = makeWholeRowsTable(&model, "table", QStringLiteral("Table"), &window);
  window.resize(400, 400);
  window.show();
  table->resize(300, 207);
  EXPECT_EQ(table->viewport()->geometry().bottom(), 206);
  model.setRowCount(30);
  table->resize(300, 208);
  EXPECT_EQ(table->viewport()->height() % table->rowHeight(0), 0);
}

}  // namespace
}  // namespace kernline::ui
