// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_page.h"

#include "core/import/log/read_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/logs/sample_log.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"
#include "ui/views/logs/chart_pane.h"
#include "ui/views/logs/grid_model.h"
#include "ui/views/logs/grid_view.h"
#include "ui/views/logs/list_grids.h"
#include "ui/views/logs/log_chart.h"
#include "ui/views/logs/log_text_view.h"
#include "ui/views/logs/outline_model.h"
#include "ui/views/logs/table_pane.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;
using test::waitUntil;

class LogPageTest : public test::PanelTest<LogPage> {
 protected:
  void SetUp() override { show({1100, 700}); }

  void open(std::shared_ptr<const Log> log) {
    m_panel.setLog(std::move(log));
    ASSERT_TRUE(settles());
  }

  void choose(const char* path) {
    ASSERT_TRUE(m_panel.select(QString::fromUtf8(path)));
    ASSERT_TRUE(settles());
  }

  GridModel& model() { return m_panel.table().model(); }
  GridView& view() { return m_panel.table().view(); }
  LogChart& chart() { return m_panel.chart().chart(); }

  void clickCell(int row, int column) {
    view().scrollTo(model().index(row, column));
    QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::NoModifier,
                      view().visualRect(model().index(row, column)).center());
  }
};

TEST_F(LogPageTest, opensOnTheFirstProfileWithItsOutlineUnfolded) {
  open(test::sampleLog());
  EXPECT_EQ(model().rowCount(), 4);
  EXPECT_EQ(cell(model(), 0, 0), "aten::mm");
  EXPECT_EQ(child<QLabel>("logTitle").text().toStdString(), "Profiles › seq_len = 256 › Softmax › PyTorch profiler");
  const auto* tree = m_panel.findChild<QTreeView*>(QStringLiteral("logOutline"));
  EXPECT_EQ(cell(tree->currentIndex()), "PyTorch profiler (4)");
  EXPECT_TRUE(child<QWidget>("tableDoubts").isVisible());
}

TEST_F(LogPageTest, givesCutTextsTheRoomThatIsLeftUntilAColumnIsResized) {
  open(logs::readLogText(
      "RuntimeError: CUDA error: an illegal memory access was encountered, and whatever came next was not run\n"));
  constexpr int itemColumn = 1;
  const auto textWidth = [&] {
    return view().fontMetrics().horizontalAdvance(QString::fromStdString(cell(model(), 0, itemColumn)));
  };
  ASSERT_EQ(model().rowCount(), 1);
  m_panel.resize(1600, 700);
  ASSERT_TRUE(waitUntil([&] { return view().columnWidth(itemColumn) > textWidth(); }));
  view().setColumnWidth(itemColumn, 100);
  m_panel.resize(1700, 700);
  QApplication::processEvents();
  EXPECT_EQ(view().columnWidth(itemColumn), 100) << "as the person wants it";
}

TEST_F(LogPageTest, itsOutlineIsAModelThatHoldsTogether) {
  OutlineModel outline;
  const QAbstractItemModelTester tester(&outline, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto log = test::sampleLog();
  outline.setOutline(log, makeOutline(*log));
  for (OutlineId id = 0; id < outline.outline()->nodes.size(); ++id) {
    EXPECT_EQ(outline.idOf(outline.indexOf(id)), id);
  }
}

TEST_F(LogPageTest, itsTableIsAModelThatHoldsTogether) {
  GridModel grid;
  const QAbstractItemModelTester tester(&grid, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto log = test::sampleLog();
  const auto outline = makeOutline(*log);
  grid.setGrid(makeNodeGrid(log, *outline, outline->first(*log), {}));
  grid.sort(1, Qt::DescendingOrder);
  grid.setFilter(QStringLiteral("kernel"));
  EXPECT_GT(grid.rowCount(), 0);
}

TEST_F(LogPageTest, choosingARowShowsItsLineAndItsBar) {
  open(test::sampleLog());
  QTest::mouseClick(m_panel.findChild<QToolButton*>(QStringLiteral("logShowText")), Qt::LeftButton);
  ASSERT_TRUE(settles());
  ASSERT_TRUE(m_panel.text().isVisible());
  const QSignalSpy lines(&m_panel, &LogPage::lineChosen);
  clickCell(2, 0);
  EXPECT_EQ(m_panel.text().markedLine(), 13U);
  ASSERT_EQ(lines.count(), 1);
  EXPECT_TRUE(waitUntil([&] { return m_panel.text().viewport()->rect().contains(m_panel.text().lineRect(13)); }));
}

TEST_F(LogPageTest, clickingALineOfTheTableChoosesItsRow) {
  open(test::sampleLog());
  m_panel.showText(true);
  ASSERT_TRUE(settles());
  QTest::mouseClick(m_panel.text().viewport(), Qt::LeftButton, Qt::NoModifier, m_panel.text().lineRect(12).center());
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{1});
}

TEST_F(LogPageTest, clickingABarGoesToItsRowAndHoveringSaysFigures) {
  open(test::sampleLog());
  ASSERT_TRUE(chart().isVisible());
  ASSERT_EQ(chart().data().bars.size(), 2U);
  EXPECT_NE(chart().tipOf(0).indexOf(QStringLiteral("60.0")), -1) << chart().tipOf(0).toStdString();
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, chart().barRect(1).center().toPoint());
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{1});
}

TEST_F(LogPageTest, theChartCanBeWalkedWithTheKeyboard) {
  open(test::sampleLog());
  chart().setFocus(Qt::TabFocusReason);
  QTest::keyClick(&chart(), Qt::Key_Down);
  EXPECT_TRUE(chart().accessibleDescription().startsWith(chart().data().bars[1].name));
  QTest::keyClick(&chart(), Qt::Key_Return);
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{1});
}

TEST_F(LogPageTest, aFamilyOfKernelsLeadsToAllItsRows) {
  open(test::sampleLog());
  auto* kind = m_panel.findChild<QComboBox*>(QStringLiteral("chartKind"));
  kind->setCurrentIndex(kind->findText(QStringLiteral("Kernel families")));
  ASSERT_TRUE(settles());
  ASSERT_EQ(chart().data().kind, ChartKind::Families);
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, chart().barRect(0).center().toPoint());
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{2});
  kind->setCurrentIndex(kind->findText(QStringLiteral("Pareto")));
  ASSERT_TRUE(settles());
  EXPECT_DOUBLE_EQ(chart().data().bars.back().together, 1);
}

TEST_F(LogPageTest, sortingKeepsTheChosenRowAndAThirdClickGoesBackToThePrintedOrder) {
  open(test::sampleLog());
  clickCell(2, 0);
  QHeaderView* header = view().horizontalHeader();
  const auto clickHeader = [&] {
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(header->sectionViewportPosition(1) + 20, header->height() / 2));
  };
  clickHeader();
  EXPECT_NE(model().rows(), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{2});
  clickHeader();
  EXPECT_NE(model().rows(), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  clickHeader();
  EXPECT_EQ(model().rows(), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST_F(LogPageTest, filtersByTextAndByKindAndSaysHowManyAreLeft) {
  open(test::sampleLog());
  QTest::keyClicks(m_panel.findChild<QLineEdit*>(QStringLiteral("tableFilter")), QStringLiteral("GEMM"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(model().rowCount(), 1);
  EXPECT_EQ(child<QLabel>("tableCounts").text().toStdString(), "1 of 4 rows");
  QTest::keyClicks(m_panel.findChild<QLineEdit*>(QStringLiteral("tableFilter")), QStringLiteral("?"));
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("tableEmpty").isVisible());
  m_panel.table().setFilter({});
  auto* kinds = m_panel.findChild<QComboBox*>(QStringLiteral("tableKinds"));
  ASSERT_TRUE(kinds->isVisible());
  kinds->setCurrentIndex(kinds->findText(QStringLiteral("Kernels")));
  EXPECT_EQ(model().rowCount(), 2);
}

TEST_F(LogPageTest, goingToALineLetsGoOfAFilterThatHidesItsRow) {
  open(test::sampleLog());
  m_panel.table().setFilter(QStringLiteral("aten::add"));
  m_panel.goToLine(13);
  ASSERT_TRUE(settles());
  EXPECT_EQ(view().selectedRows(), std::vector<std::uint32_t>{2});
  m_panel.goToLine(4);
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(model(), view().currentIndex().row(), 1), "512");
}

TEST_F(LogPageTest, whatWasNotUnderstoodIsShownAsText) {
  open(test::sampleLog());
  m_panel.goToLine(19);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(m_panel.table().isVisible());
  EXPECT_TRUE(m_panel.text().isVisible());
  EXPECT_EQ(m_panel.text().markedLine(), 19U);
  m_panel.text().setFocus();
  QTest::keyClick(&m_panel.text(), Qt::Key_C, Qt::ControlModifier);
  ASSERT_TRUE(waitUntil([] { return QApplication::clipboard()->text() == QStringLiteral("什么都没有\n"); }));
}

TEST_F(LogPageTest, aFailedRunIsSeenInTheOutlineAndInTheTableNotByColorAlone) {
  open(test::sampleLog());
  choose("Speed › Measurements");
  EXPECT_TRUE(model().index(3, 0).data(GridModel::FailedRole).toBool());
  EXPECT_FALSE(model().index(3, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
  EXPECT_EQ(cell(model(), 3, model().columnCount() - 1), "failed: CUDA out of memory");
  choose("Flash › Failed");
  EXPECT_EQ(m_panel.text().markedLine(), 6U);
}

TEST_F(LogPageTest, copiesRowsWithTitlesAndPlainNumbers) {
  open(test::sampleLog());
  choose("CUDA GPU Kernel Summary");
  clickCell(1, 0);
  QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(),
            "Name\tTotal Time (ms)\tFamily\tNote\nampere_bf16_gemm\t1.5\tGEMM\tcsrc/gemm.cu\n");
}

TEST_F(LogPageTest, aSourceThatIsNotHereLimitsTheRowsToItsOwn) {
  open(test::sampleLog());
  choose("CUDA GPU Kernel Summary");
  const int note = model().columnCount() - 1;
  view().scrollTo(model().index(0, note));
  const QRect link = view().visualRect(model().index(0, note));
  QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::NoModifier, link.center() - QPoint(link.width() / 2 - 8, 0));
  ASSERT_TRUE(settles());
  EXPECT_EQ(model().rows(), std::vector<std::uint32_t>{0});
}

TEST_F(LogPageTest, aTraceThatWasFoundOpensWithAClickAndOneThatWasNotSaysSo) {
  open(test::sampleLog("/traces/Softmax_256.json"));
  const QList<QToolButton*> files = m_panel.findChildren<QToolButton*>(QStringLiteral("logFile"));
  ASSERT_EQ(files.size(), 2);
  EXPECT_TRUE(files[1]->text().contains(QStringLiteral("not found")));
  EXPECT_FALSE(files[1]->isEnabled());
  QSignalSpy requests(&m_panel, &LogPage::fileRequested);
  QTest::mouseClick(files[0], Qt::LeftButton);
  ASSERT_EQ(requests.count(), 1);
  EXPECT_EQ(requests[0][0].toString().toStdString(), "/traces/Softmax_256.json");
}

TEST_F(LogPageTest, aHundredThousandRowsSortAndFilterWithoutHoldingUpTheWindow) {
  open(test::longLog(100'000));
  ASSERT_EQ(model().rowCount(), 100'000);
  view().sortByColumn(1, Qt::DescendingOrder);
  m_panel.table().setFilter(QStringLiteral("kernel_42"));
  EXPECT_TRUE(model().isBusy());
  EXPECT_EQ(model().rowCount(), 100'000) << "rows stay until a worker has arranged them";
  ASSERT_TRUE(settles());
  EXPECT_EQ(model().rowCount(), 100'000 / 5000 * 111);
  for (int row = 1; row < model().rowCount(); ++row) {
    const auto& grid = *model().grid();
    EXPECT_GE(grid.cell(model().gridRow(row - 1), 1).number, grid.cell(model().gridRow(row), 1).number);
  }
}

TEST_F(LogPageTest, chartsMetricsOfOneUnitAtATime) {
  const auto log = logs::readLogText(test::readFile(test::fixture("logs/ncu.log")));
  const auto ncu = std::ranges::find(log->tables(), TableKind::Ncu, &LogTable::kind);
  ASSERT_NE(ncu, log->tables().end());
  open(log);
  choose(std::string(log->text(ncu->title)).c_str());
  auto* kinds = m_panel.findChild<QComboBox*>(QStringLiteral("chartKind"));
  ASSERT_NE(kinds, nullptr);
  QTest::keyClick(kinds, Qt::Key_Down);  // instead of the summary of the launch
  auto* units = m_panel.findChild<QComboBox*>(QStringLiteral("chartUnit"));
  ASSERT_NE(units, nullptr);
  ASSERT_TRUE(units->isVisible());
  const int time = units->findData(QStringLiteral("ns"));
  ASSERT_GE(time, 0);
  EXPECT_EQ(units->itemText(time), QStringLiteral("ns · 1 metric"));
  units->setFocus();
  QTest::keyClick(units, Qt::Key_Home);
  while (units->currentIndex() != time) {
    QTest::keyClick(units, Qt::Key_Down);
  }
  ASSERT_TRUE(settles());
  ASSERT_EQ(chart().data().bars.size(), 1U);
  EXPECT_EQ(chart().data().bars[0].name, QStringLiteral("Duration"));
  EXPECT_EQ(chart().data().title, QStringLiteral("Metric Value (µs)"));
}

}  // namespace
}  // namespace kernline::ui
