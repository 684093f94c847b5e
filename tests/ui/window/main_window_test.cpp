// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/views/details/duration_chart.h"
#include "ui/views/details/link_row.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/search/search_bar.h"
#include "ui/views/statistics/statistics_columns.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

TEST_F(Window, searchWalksThroughItsMatchesInTimeOrder) {
  openSmallTrace();
  press(Qt::Key_F, Qt::ControlModifier);
  auto* field = child<QLineEdit>("searchField");
  ASSERT_TRUE(field->hasFocus());
  QTest::keyClicks(field, QStringLiteral("GEMM"));
  ASSERT_TRUE(settles());
  auto* count = child<QLabel>("searchCount");
  EXPECT_EQ(count->text().toStdString(), "2 matches");
  const auto kernels = test::spansNamed(trace(), "void gemm_kernel<float>(float*)");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(view().selection(), kernels[0]);
  EXPECT_EQ(count->text().toStdString(), "1 of 2");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(view().selection(), kernels[1]);
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(view().selection(), kernels[0]) << "around the end";
  QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_EQ(view().selection(), kernels[1]);
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_TRUE(field->text().isEmpty());
  EXPECT_TRUE(count->text().isEmpty());
  QTest::keyClicks(field, QStringLiteral("no such name"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(count->text().toStdString(), "no match");
}

TEST_F(Window, aRowOfTheStatisticsSelectsTheLongestAndMarksAllOfIts) {
  openSmallTrace();
  auto* table = child<QTableView>("statisticsView");
  ASSERT_GT(table->model()->rowCount(), 0);
  const QRect cell = table->visualRect(table->model()->index(0, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
  EXPECT_EQ(view().selection(), test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[1]);
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("searchCount")->text().toStdString(), "2 of 2");
}

TEST_F(Window, aFirstClickOnAColumnOfTheStatisticsPutsTheLargestFigureOrTheFirstNameOnTop) {
  openSmallTrace();
  QHeaderView* header = child<QTableView>("statisticsView")->horizontalHeader();
  const auto orderAfterClickOn = [header](int column) {
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      QPoint(header->sectionViewportPosition(column) + 20, header->height() / 2));
    EXPECT_EQ(header->sortIndicatorSection(), column);
    return header->sortIndicatorOrder();
  };
  constexpr int countColumn = 2;
  EXPECT_EQ(orderAfterClickOn(countColumn), Qt::DescendingOrder);
  EXPECT_EQ(orderAfterClickOn(countColumn), Qt::AscendingOrder);
  EXPECT_EQ(orderAfterClickOn(totalColumn), Qt::DescendingOrder);
  EXPECT_EQ(orderAfterClickOn(nameColumn), Qt::AscendingOrder);
}

TEST_F(Window, aLinkOfTheDetailsLeadsToItsSpan) {
  openSmallTrace();
  view().select(test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[0]);
  ASSERT_TRUE(settles());
  const QList<LinkRow*> rows = child<QWidget>("detailsPanel")->findChildren<LinkRow*>();
  const SpanId call = test::spansNamed(trace(), "cudaLaunchKernel")[0];
  const auto row = std::ranges::find_if(
      rows, [](const LinkRow* each) { return each->accessibleName().startsWith(QStringLiteral("Launched by")); });
  ASSERT_NE(row, rows.end());
  ASSERT_EQ((*row)->target(), call);
  QTest::mouseClick(*row, Qt::LeftButton);
  EXPECT_EQ(view().selection(), call);
}

TEST_F(Window, linksOfTheDetailsStandInTheColumnsOfTheFacts) {
  openSmallTrace();
  view().select(test::spanNamed(trace(), "aten::mm"));
  ASSERT_TRUE(settles());
  const LinkRow* link = nullptr;
  for (const LinkRow* row : m_window.findChildren<LinkRow*>()) {
    link = row->isVisible() && row->textLeft() > LinkRow::roleLeft() ? row : link;
  }
  ASSERT_NE(link, nullptr);
  const auto left = [&](const QWidget* widget) { return widget->mapTo(&m_window, QPoint()).x(); };
  const auto* facts = link->parentWidget()->findChild<FactGrid*>();
  const QList<QLabel*> labels = facts->findChildren<QLabel*>();
  ASSERT_GE(labels.size(), 2);
  EXPECT_EQ(left(labels[0]), left(link) + LinkRow::roleLeft());
  EXPECT_EQ(left(labels[1]), left(link) + link->textLeft());
}

TEST_F(Window, theMenuOfASpanHasTheCommandsThatLeadFromIt) {
  openSmallTrace();
  view().select(test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[0], true);
  Q_EMIT view().spanMenuRequested(m_window.mapToGlobal(QPoint(100, 100)));
  auto* menu = m_window.findChild<QMenu*>(QStringLiteral("spanMenu"));
  ASSERT_NE(menu, nullptr);
  ASSERT_TRUE(menu->isVisible());
  const QList<QAction*> actions = menu->actions();
  const auto toLaunch = std::ranges::find_if(
      actions, [](const QAction* action) { return action->shortcut() == QKeySequence(Qt::Key_BracketLeft); });
  ASSERT_NE(toLaunch, actions.end());
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(*toLaunch).center());
  EXPECT_EQ(view().selection(), test::spansNamed(trace(), "cudaLaunchKernel")[0]);
}

TEST_F(Window, bracketsWalkBetweenAKernelAndItsLaunch) {
  openSmallTrace();
  const SpanId kernel = test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[1];
  const SpanId call = test::spansNamed(trace(), "cudaLaunchKernel")[1];
  view().select(kernel);
  press(Qt::Key_BracketLeft);
  EXPECT_EQ(view().selection(), call);
  press(Qt::Key_BracketRight);
  EXPECT_EQ(view().selection(), kernel);
  press(Qt::Key_Comma);
  EXPECT_EQ(view().selection(), test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[0]);
}

TEST_F(Window, aKeyGoesFromAKernelToTheFunctionThatCausedIt) {
  openSmallTrace();
  const SpanId function = test::spanNamed(trace(), "train.py(7): step");
  view().select(test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[1]);
  press(Qt::Key_U);
  ASSERT_TRUE(kernline::test::waitUntil([&] { return view().selection() == function; }));
  view().select(test::spanNamed(trace(), "aten::mm"));
  press(Qt::Key_U);
  EXPECT_TRUE(kernline::test::waitUntil([&] { return view().selection() == function; }));
}

TEST_F(Window, theDetailsShowTheStackThatLedToAKernelAsLinks) {
  openSmallTrace();
  view().select(test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[0]);
  ASSERT_TRUE(settles());
  const QList<LinkRow*> rows = child<QWidget>("detailsOrigin")->findChildren<LinkRow*>();
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows.first()->text().toStdString(), "train.py(7): step");
  EXPECT_EQ(rows.first()->toolTip().toStdString(), "train.py(7): step · 200.0 µs");
  QTest::mouseClick(rows.first(), Qt::LeftButton);
  EXPECT_EQ(view().selection(), test::spanNamed(trace(), "train.py(7): step"));
}

TEST_F(Window, theDetailsShowArgsAndTheFullName) {
  openSmallTrace();
  auto* details = child<QWidget>("detailsPanel");
  EXPECT_TRUE(child<QWidget>("detailsEmpty")->isVisible());
  view().select(test::spanNamed(trace(), "aten::mm"));
  ASSERT_TRUE(settles());
  EXPECT_FALSE(child<QWidget>("detailsEmpty")->isVisible());
  auto* args = details->findChild<QTreeView*>(QStringLiteral("argsView"));
  EXPECT_TRUE(args->isVisible());
  EXPECT_EQ(args->model()->rowCount(), 3);
  press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), "aten::mm");
  press(Qt::Key_Escape);
  EXPECT_TRUE(child<QWidget>("detailsEmpty")->isVisible());
}

TEST_F(Window, findingsAreListedBehindTheBadgeAndLeadToTheirPlaces) {
  openSmallTrace();
  auto* badge = child<QToolButton>("statusFindings");
  ASSERT_TRUE(waitUntil([&] { return badge->isVisible(); }));
  EXPECT_TRUE(badge->text().contains(QStringLiteral("data issue"))) << badge->text().toStdString();
  QTest::mouseClick(badge, Qt::LeftButton);
  auto* list = child<QTableView>("dataIssuesView");
  ASSERT_TRUE(waitUntil([&] { return list->isVisible(); }));
  ASSERT_GE(list->model()->rowCount(), 1);
  EXPECT_FALSE(child<QLabel>("dataIssuesMeaning")->text().isEmpty());
  int row = 0;  // one that has a place
  for (; row < list->model()->rowCount(); ++row) {
    list->setCurrentIndex(list->model()->index(row, 0));
    if (child<QPushButton>("dataIssuesNext")->isEnabled()) {
      break;
    }
  }
  ASSERT_LT(row, list->model()->rowCount());
  list->setFocus();
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_NE(view().selection(), SpanId::none);
  EXPECT_TRUE(child<QLabel>("dataIssuesPosition")->text().startsWith(QStringLiteral("1 of ")));
}

TEST_F(Window, theBadgeOfFindingsThatTouchNoFigureIsNotCalledAsTheNotesOfAPersonAre) {
  m_window.openFiles({QString::fromStdString(test::fixture("damage/unsupported-record.json"))});
  ASSERT_TRUE(settles());
  auto* badge = child<QToolButton>("statusFindings");
  ASSERT_TRUE(waitUntil([&] { return badge->isVisible(); }));
  EXPECT_EQ(badge->text(), QStringLiteral("1 hint"));
  EXPECT_EQ(child<QDockWidget>("notesDock")->windowTitle(), QStringLiteral("Notes"));
}

TEST_F(Window, theDataIssuesPanelComesAndGoesByItsKey) {
  openSmallTrace();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
  auto* dock = child<QDockWidget>("trustDock");
  EXPECT_FALSE(dock->isVisible());
  press(Qt::Key_I, Qt::ControlModifier);
  EXPECT_TRUE(dock->isVisible());
  press(Qt::Key_I, Qt::ControlModifier);
  EXPECT_FALSE(dock->isVisible());
}

TEST_F(Window, theSheetListsTheRealShortcuts) {
  const Commands& commands = m_window.commands();
  commands[Command::FitAll]->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+7")));
  const QList<ShortcutGroup> groups = shortcutsOf(*m_window.menuBar());
  QStringList keys;
  for (const ShortcutGroup& group : groups) {
    for (const ShortcutLine& line : group.lines) {
      keys << line.keys;
    }
  }
  EXPECT_TRUE(keys.contains(QStringLiteral("Ctrl+Alt+7"))) << "read off the action itself";
  for (const QAction* action : m_window.findChild<Commands*>()->findChildren<QAction*>()) {
    for (const QKeySequence& key : action->shortcuts()) {
      EXPECT_TRUE(keys.contains(key.toString(QKeySequence::NativeText))) << action->text().toStdString();
    }
  }
  QTest::keyClick(&m_window, Qt::Key_Question);
  auto* sheet = m_window.findChild<ShortcutSheet*>();
  ASSERT_NE(sheet, nullptr);
  EXPECT_TRUE(sheet->isVisible());
  const QList<QLabel*> labels = sheet->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* l) { return l->text() == QStringLiteral("Ctrl+Alt+7"); }));
  sheet->close();
}

TEST_F(Window, noTwoCommandsShareAKey) {
  QStringList keys;
  for (const QAction* action : m_window.findChild<Commands*>()->findChildren<QAction*>()) {
    EXPECT_FALSE(action->toolTip().isEmpty());
    for (const QKeySequence& key : action->shortcuts()) {
      EXPECT_FALSE(keys.contains(key.toString())) << key.toString().toStdString();
      EXPECT_FALSE(key.isEmpty());
      keys << key.toString();
    }
  }
}

TEST_F(Window, theThemeChangesAtOnce) {
  openSmallTrace();
  m_window.appearance().setTheme(ThemeChoice::Dark);
  EXPECT_TRUE(waitUntil([&] { return isDark(m_window.palette()) && isDark(view().palette()); }));
  const auto* quiet = child<QLabel>("searchCount");
  EXPECT_GT(quiet->palette().color(quiet->foregroundRole()).lightness(), 128) << "labels of second rank follow too";
  m_window.appearance().setTheme(ThemeChoice::Light);
  EXPECT_TRUE(waitUntil([&] { return !isDark(view().palette()); }));
}

TEST_F(Window, hiddenPanelsStayHiddenAcrossTheStartPage) {
  openSmallTrace();
  press(Qt::Key_F8);
  EXPECT_TRUE(child<QWidget>("statisticsDock")->isVisible()) << "it has the focus now";
  press(Qt::Key_F8);
  EXPECT_FALSE(child<QWidget>("statisticsDock")->isVisible());
  press(Qt::Key_W, Qt::ControlModifier);
  EXPECT_FALSE(child<QWidget>("detailsDock")->isVisible());
  openSmallTrace();
  EXPECT_TRUE(child<QWidget>("detailsDock")->isVisible());
  EXPECT_FALSE(child<QWidget>("statisticsDock")->isVisible());
}

}  // namespace
}  // namespace kernline::ui
