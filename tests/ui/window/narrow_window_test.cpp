// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/style/time_scope.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/tabs/file_tab_bar.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QScreen>
#include <QSettings>
#include <QTableView>

namespace kernline::ui {
namespace {

using test::cell;

/// What a screen of 1920 × 1080 has at a scale of 200 %.
constexpr QSize scaledScreen(960, 540);

TEST_F(Window, fitsAScreenAtTwiceTheScaleWhateverPanelIsOpen) {
  openSmallTrace();
  for (const char* name : {"statisticsDock", "callTreeDock", "modulesDock", "inferenceDock", "adviceDock", "notesDock",
                           "trustDock", "queryDock", "searchDock"}) {
    auto* dock = child<QDockWidget>(name);
    dock->show();
    dock->raise();
    QApplication::processEvents();
    m_window.resize(scaledScreen);
    QApplication::processEvents();
    EXPECT_LE(m_window.width(), scaledScreen.width()) << name;
  }
}

TEST_F(Window, showsTheRangeOfStatisticsWholeWhereTheCountsAreLong) {
  openSmallTrace();
  const auto* scope = child<TimeScope>("statisticsScope");
  auto* kinds = child<QComboBox>("statisticsKinds");
  for (int kind = 0; kind < kinds->count(); ++kind) {
    kinds->setCurrentIndex(kind);
    ASSERT_TRUE(settles());
    EXPECT_GE(scope->width(), scope->sizeHint().width()) << kinds->currentText().toStdString();
  }
}

TEST_F(Window, leavesRoomForNamesBesideTheFiguresOfStatistics) {
  m_window.openFiles({QString::fromStdString(test::fixture("torch-alexnet-a100.json.gz"))});
  ASSERT_TRUE(settles());
  auto* list = child<QTableView>("statisticsView");
  ASSERT_TRUE(test::waitUntil([&] { return list->model()->rowCount() > 0; }));
  const QFontMetrics metrics = list->fontMetrics();
  EXPECT_GE(list->columnWidth(0), metrics.averageCharWidth() * 34);
  for (int row = 0; row < list->model()->rowCount(); ++row) {
    for (int column = 1; column < list->model()->columnCount(); ++column) {
      const QString text = QString::fromStdString(cell(*list, row, column));
      EXPECT_TRUE(list->isColumnHidden(column) || metrics.horizontalAdvance(text) + 8 <= list->columnWidth(column))
          << text.toStdString();
    }
  }
}

TEST_F(Window, fitsALowScreenWithTheMemoryBelowTheTimeline) {
  m_window.openFiles({QStringLiteral(KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz")});
  ASSERT_TRUE(settles());
  auto* dock = child<QDockWidget>("memoryDock");
  dock->show();
  dock->raise();
  QApplication::processEvents();
  constexpr QSize lowScreen(1280, 720);
  m_window.resize(lowScreen);
  QApplication::processEvents();
  EXPECT_EQ(m_window.size(), lowScreen);
}

TEST_F(Window, isNoLargerForFilesThatAreNotShown) {
  openSmallTrace();
  const int alone = m_window.minimumSizeHint().height();
  m_window.openFiles({QString::fromStdString(test::fixture("logs/attention-sweep.log"))});
  ASSERT_TRUE(settles());
  m_window.commands()[Command::ShowOverview]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_GT(tabs().current()->minimumSizeHint().height(), tabs().at(0)->minimumSizeHint().height());
  QTest::mouseClick(tabs().bar(), Qt::LeftButton, {}, tabs().bar()->tabRect(0).center());
  EXPECT_TRUE(test::waitUntil([&] { return m_window.minimumSizeHint().height() <= alone; }))
      << m_window.minimumSizeHint().height() << " > " << alone;
}

TEST_F(Window, bringsAPanelBehindAnotherToTheFront) {
  openSmallTrace();
  const auto* statistics = child<QDockWidget>("statisticsDock");
  const auto* work = child<QDockWidget>("workDock");
  const auto isSeen = [](const QDockWidget* dock) {
    return test::waitUntil([&] { return !dock->visibleRegion().isEmpty(); });
  };
  ASSERT_TRUE(isSeen(statistics));
  press(Qt::Key_F8, Qt::ControlModifier);
  ASSERT_TRUE(isSeen(work));
  press(Qt::Key_F8);
  EXPECT_TRUE(isSeen(statistics));
  press(Qt::Key_F8, Qt::ControlModifier);
  EXPECT_TRUE(isSeen(work));
  press(Qt::Key_F8, Qt::ControlModifier);
  EXPECT_TRUE(test::waitUntil([&] { return work->isHidden(); })) << "in front, the same key closes it";
  press(Qt::Key_F8, Qt::ControlModifier);
  EXPECT_TRUE(isSeen(work)) << "and opens it again, in front";
}

TEST(FirstWindow, isNotLargerThanTheScreen) {
  QSettings().clear();
  QMainWindow window;
  window.resize(5000, 4000);
  restoreWindow(window);
  EXPECT_LT(window.width(), window.screen()->availableSize().width()) << "the frame needs room, too";
  EXPECT_LT(window.height(), window.screen()->availableSize().height());
  window.resize(300, 200);
  restoreWindow(window);
  EXPECT_EQ(window.size(), QSize(300, 200)) << "nothing makes it larger";
}

}  // namespace
}  // namespace kernline::ui
