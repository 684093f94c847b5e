// SPDX-License-Identifier: GPL-3.0-or-later
// At whatever height a table is, no row is cut off at its lower edge, and the last one can be seen.
#include "ui/kit/tables/plain_table.h"

#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// In a window that is larger.
struct ShownTable {
  explicit ShownTable(int rows) : model(rows, 2) {
    window.resize(400, 400);
    window.show();
  }

  QStandardItemModel model;
  QWidget window;
  QTableView* table = makeWholeRowsTable(&model, "table", QStringLiteral("Table"), &window);
};

TEST(WholeRowsTable, cutsNoRowOff) {
  ShownTable shown(40);
  const QStandardItemModel& model = shown.model;
  QTableView* table = shown.table;
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
  ShownTable shown(3);
  QTableView* table = shown.table;
  table->resize(300, 207);
  EXPECT_EQ(table->viewport()->geometry().bottom(), 206);
  shown.model.setRowCount(30);
  table->resize(300, 208);
  EXPECT_EQ(table->viewport()->height() % table->rowHeight(0), 0);
}

}  // namespace
}  // namespace kernline::ui
