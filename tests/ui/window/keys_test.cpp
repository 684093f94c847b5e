// SPDX-License-Identifier: GPL-3.0-or-later
// Where keys lead, wherever the focus is.
#include "tests/ui/window/window_fixture.h"
#include "ui/views/statistics/statistics_dock.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QTableView>
#include <QToolBar>

namespace kernline::ui {
namespace {

class KeysInWindow : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    openSmallTrace();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
  }
  QTableView& table() { return *child<QTableView>("statisticsView"); }
};

TEST_F(KeysInWindow, thatOpenAPanelReachItsTable) {
  ASSERT_TRUE(test::waitUntil([&] { return table().model()->rowCount() > 0; }));
  child<QDockWidget>("statisticsDock")->hide();
  press(Qt::Key_F8);
  ASSERT_TRUE(table().isVisible());
  EXPECT_EQ(QApplication::focusWidget(), &table());
  press(Qt::Key_Down);
  EXPECT_TRUE(table().currentIndex().isValid());
}

TEST_F(KeysInWindow, thatBringAPanelToTheFrontReachItsTable) {
  ASSERT_TRUE(test::waitUntil([&] { return table().model()->rowCount() > 0; }));
  press(Qt::Key_F7);  // the notes come before the statistics
  m_window.currentFile()->setFocus();
  ASSERT_TRUE(test::waitUntil([&] { return table().visibleRegion().isEmpty(); }));
  press(Qt::Key_F8);
  EXPECT_EQ(QApplication::focusWidget(), &table());
}

TEST_F(KeysInWindow, thatOpenAPanelReachItWhereItIsSeenAndCloseItFromThere) {
  ASSERT_TRUE(test::waitUntil([&] { return table().model()->rowCount() > 0; }));
  m_window.currentFile()->setFocus();
  press(Qt::Key_F8);
  EXPECT_EQ(QApplication::focusWidget(), &table());
  press(Qt::Key_F8);
  EXPECT_FALSE(table().isVisible());
}

TEST_F(KeysInWindow, buttonsCloseAPanelThatIsSeen) {
  m_window.currentFile()->setFocus();
  QAction* command = m_window.commands().ofDock(statisticsDock);
  QWidget* button = child<QToolBar>("toolBar")->widgetForAction(command);
  ASSERT_NE(button, nullptr);
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_FALSE(table().isVisible());
}

TEST_F(KeysInWindow, thatMoveTheTimelineDoSoFromATable) {
  ASSERT_TRUE(test::waitUntil([&] { return table().model()->rowCount() > 0; }));
  table().setFocus();
  const QModelIndex row = table().currentIndex();
  const TimeRange before = view().visibleRange();
  QTest::keyPress(&table(), Qt::Key_W);
  EXPECT_LT(view().visibleRange().length(), before.length());
  QTest::keyRelease(&table(), Qt::Key_W);
  EXPECT_EQ(table().currentIndex(), row) << "it is no letter to find a row by";
}

TEST_F(KeysInWindow, thatMoveTheTimelineAreLettersWhereTextIsWritten) {
  auto* field = child<QLineEdit>("searchField");
  field->setFocus();
  const TimeRange before = view().visibleRange();
  QTest::keyClicks(field, QStringLiteral("wasd"));
  EXPECT_EQ(field->text(), QStringLiteral("wasd"));
  EXPECT_EQ(view().visibleRange(), before);
}

TEST_F(KeysInWindow, thatAreHeldEndWithTheFocus) {
  table().setFocus();
  QTest::keyPress(&table(), Qt::Key_W);
  m_window.currentFile()->setFocus();
  const TimeRange after = view().visibleRange();
  QTest::qWait(500);  // a held key would go on by now
  EXPECT_EQ(view().visibleRange(), after);
}

}  // namespace
}  // namespace kernline::ui
