// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_query.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/search/search_bar.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>

#include <gmock/gmock.h>

namespace kernline::ui {
namespace {

using test::cell;

class SearchInWindow : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    openSmallTrace();
    for (const Command command : {Command::SearchCase, Command::SearchRegex, Command::SearchArgs}) {
      m_window.commands()[command]->setChecked(false);
    }
    press(Qt::Key_F, Qt::ControlModifier);
  }

  void type(const char* text) {
    field().selectAll();
    QTest::keyClicks(&field(), QString::fromUtf8(text));
    ASSERT_TRUE(settles());
  }

  QLineEdit& field() { return *child<QLineEdit>("searchField"); }
  std::string count() { return child<QLabel>("searchCount")->text().toStdString(); }
  void click(const char* button) { QTest::mouseClick(child<QToolButton>(button), Qt::LeftButton); }
  ShownMatches& matches() { return view().scene().matches(); }
  SpanId firstKernel() { return test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[0]; }
  std::size_t rowCount() {
    std::size_t rows = 0;
    for (const Track& track : trace().tracks()) {
      rows += track.spanCount > 0 ? 1 : 0;
    }
    return rows;
  }
};

TEST_F(SearchInWindow, aRegularExpressionIsOneOnceItsSwitchIsOn) {
  type("gemm|Memcpy");
  EXPECT_EQ(count(), "no match");
  click("searchRegex");
  ASSERT_TRUE(settles());
  EXPECT_EQ(count(), "3 matches");
  EXPECT_TRUE(m_window.commands()[Command::SearchRegex]->isChecked());
}

TEST_F(SearchInWindow, aWrongExpressionSaysWhatIsWrongAndWhatWasFoundStays) {
  click("searchRegex");
  type("gemm");
  EXPECT_EQ(count(), "2 matches");
  type("gemm(");
  EXPECT_THAT(count(), ::testing::HasSubstr("missing )"));
  QTest::keyClick(&field(), Qt::Key_Return);
  EXPECT_EQ(view().selection(), firstKernel()) << "the matches of before are still there to walk through";
}

TEST_F(SearchInWindow, caseMattersOnceItsSwitchIsOn) {
  type("MEMCPY");
  EXPECT_EQ(count(), "1 match");
  click("searchCase");
  ASSERT_TRUE(settles());
  EXPECT_EQ(count(), "no match");
}

TEST_F(SearchInWindow, argsAreSearchedTooOnceTheirSwitchIsOn) {
  type("block: [128");
  EXPECT_EQ(count(), "no match");
  click("searchArgs");
  ASSERT_TRUE(settles());
  EXPECT_EQ(count(), "2 matches");
  QTest::keyClick(&field(), Qt::Key_Return);
  EXPECT_EQ(view().selection(), firstKernel());
  type("memcpy");
  EXPECT_EQ(count(), "1 match") << "by its name";
  type("launches");
  EXPECT_EQ(count(), "1 match") << "by its args";
}

TEST_F(SearchInWindow, whatIsFoundIsListedByNameAndHitByHit) {
  type("m");
  QTest::keyClick(&field(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* names = child<QTableView>("namesView");
  ASSERT_TRUE(names->isVisible());
  ASSERT_EQ(names->model()->rowCount(), 3);  // the kernel, aten::mm, Memcpy
  EXPECT_EQ(cell(*names, 0, 0), "aten::mm");
  EXPECT_EQ(cell(*names, 1, 2), "2");
  child<QComboBox>("searchMode")->setCurrentIndex(1);
  ASSERT_TRUE(settles());
  auto* hits = child<QTableView>("hitsView");
  ASSERT_EQ(hits->model()->rowCount(), 4);
  EXPECT_EQ(cell(*hits, 0, 0), "aten::mm") << "in the order of time";
  hits->sortByColumn(4, Qt::AscendingOrder);
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(*hits, 0, 4), "8.000 µs");
  QTest::mouseClick(hits->viewport(), Qt::LeftButton, {}, hits->visualRect(hits->model()->index(0, 0)).center());
  EXPECT_EQ(trace().nameText(view().selection()), "Memcpy HtoD (Pinned -> Device)");
}

TEST_F(SearchInWindow, theTableIsCopiedAsCsvAndAsMarkdown) {
  type("gemm");
  QTest::keyClick(&field(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  click("copyCsv");
  EXPECT_THAT(QApplication::clipboard()->text().toStdString(),
              ::testing::AllOf(::testing::StartsWith("Name,Category,Count,Total (ns)"),
                               ::testing::HasSubstr("void gemm_kernel<float>(float*),kernel,2,40000")));
  child<QComboBox>("searchMode")->setCurrentIndex(1);
  ASSERT_TRUE(settles());
  click("copyMarkdown");
  EXPECT_THAT(QApplication::clipboard()->text().toStdString(),
              ::testing::StartsWith("| Name | Category | Track | Start (ns) | Duration (ns) |\n"));
}

TEST_F(SearchInWindow, theTableIsLimitedToTheChosenRangeWithItsFigures) {
  type("gemm");
  QTest::keyClick(&field(), Qt::Key_Return, Qt::ControlModifier);
  view().chooseRange(TimeRange{{20'000}, {50'000}});
  ASSERT_TRUE(settles());
  auto* names = child<QTableView>("namesView");
  ASSERT_EQ(names->model()->rowCount(), 1);
  EXPECT_EQ(cell(*names, 0, 3), "20.00 µs") << "10 and the part inside of 30";
  EXPECT_THAT(child<QLabel>("searchPanelCounts")->text().toStdString(), ::testing::StartsWith("limited to 30.00 µs"));
}

TEST_F(SearchInWindow, onlyMatchesHidesOtherRowsUntilEscape) {
  type("gemm");
  ASSERT_EQ(rowCount(), 2U);
  const Arrangement before = view().scene().arranger().arrangement();
  click("searchOnly");
  EXPECT_TRUE(matches().wantsOnly());
  EXPECT_EQ(view().scene().arranger().withoutMatch(), 1U);
  EXPECT_TRUE(child<QWidget>("onlyStrip")->isVisible());
  EXPECT_EQ(child<QLabel>("onlyText")->text().toStdString(),
            "Only search matches are shown; 1 track without a match is hidden.");
  EXPECT_TRUE(view().scene().arranger().arrangement() == before) << "nothing of this is kept";
  QTest::keyClick(&field(), Qt::Key_Escape);
  EXPECT_FALSE(matches().wantsOnly());
  EXPECT_FALSE(child<QWidget>("onlyStrip")->isVisible());
  EXPECT_EQ(count(), "2 matches") << "the search itself goes with the next Escape";
  QTest::keyClick(&field(), Qt::Key_Escape);
  EXPECT_EQ(count(), "");
}

TEST_F(SearchInWindow, onlyMatchesFollowsTheTextAndEndsWithTheSearch) {
  type("gemm");
  click("searchOnly");
  type("aten");
  EXPECT_TRUE(matches().wantsOnly());
  EXPECT_EQ(view().scene().arranger().withoutMatch(), 1U);
  type("nothing like it");
  EXPECT_EQ(view().scene().arranger().withoutMatch(), 0U) << "an empty page would tell nobody anything";
  field().clear();
  ASSERT_TRUE(settles());
  EXPECT_FALSE(matches().wantsOnly());
  EXPECT_FALSE(m_window.commands()[Command::OnlyMatches]->isEnabled());
}

TEST_F(SearchInWindow, onlyMatchesComesBackWithItsTab) {
  type("gemm");
  click("searchOnly");
  ASSERT_TRUE(matches().wantsOnly());
  m_window.openFiles({QString::fromStdString(test::fixture("h200-profiler-steps.json.gz"))});
  ASSERT_TRUE(settles());
  EXPECT_FALSE(matches().wantsOnly()) << "another tab is another view";
  EXPECT_FALSE(m_window.commands()[Command::OnlyMatches]->isChecked());
  m_window.findChild<FileTabs*>()->setCurrentIndex(0);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(matches().wantsOnly());
  EXPECT_TRUE(m_window.commands()[Command::OnlyMatches]->isChecked());
  EXPECT_EQ(count(), "2 matches");
  m_window.findChild<FileTabs*>()->setCurrentIndex(1);
  field().clear();
  ASSERT_TRUE(settles());
  m_window.findChild<FileTabs*>()->setCurrentIndex(0);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(matches().wantsOnly()) << "the search is over";
}

TEST_F(SearchInWindow, onlyMatchesOfARowOfStatisticsComeBackWithTheirTab) {
  SearchBar& bar = *child<SearchBar>("searchBar");
  const auto kernels = std::make_shared<const std::vector<SpanId>>(1, firstKernel());
  bar.showMatches(kernels, QStringLiteral("a row"));
  ASSERT_TRUE(settles());
  matches().setOnly(true);
  m_window.openFiles({QString::fromStdString(test::fixture("h200-profiler-steps.json.gz"))});
  ASSERT_TRUE(settles());
  EXPECT_EQ(field().text(), QString());
  m_window.findChild<FileTabs*>()->setCurrentIndex(0);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(matches().wantsOnly());
  EXPECT_EQ(field().text(), QStringLiteral("a row"));
  EXPECT_EQ(count(), "1 match");
}

TEST_F(SearchInWindow, aRowOfTheStatisticsLeavesAloneWhatWasTyped) {
  const auto clickRow = [this](int row) {
    auto* table = child<QTableView>("statisticsView");
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(row, 0)).center());
    return settles();
  };
  type("aten");
  ASSERT_EQ(count(), "1 match");
  ASSERT_TRUE(clickRow(0));
  EXPECT_EQ(field().text(), QStringLiteral("aten"));
  EXPECT_EQ(count(), "1 match") << "of what was typed";
  EXPECT_EQ(view().selection(), test::spansNamed(trace(), "void gemm_kernel<float>(float*)")[1]) << "it goes there";
  field().clear();
  ASSERT_TRUE(clickRow(0));
  EXPECT_EQ(count(), "2 of 2");
  EXPECT_EQ(field().text(), QStringLiteral("gemm_kernel<float>"));
  ASSERT_TRUE(clickRow(1));
  EXPECT_NE(field().text(), QStringLiteral("gemm_kernel<float>")) << "the title of the row before was not typed";
}

TEST_F(SearchInWindow, theKeyOfACommandThatCannotBeUsedIsNoText) {
  QTest::keyClick(&field(), Qt::Key_O, Qt::AltModifier);
  EXPECT_EQ(field().text(), QString());
}

TEST_F(SearchInWindow, goingToWhatIsHiddenShowsEverythingAgain) {
  type("gemm");
  click("searchOnly");
  view().select(test::spanNamed(trace(), "aten::mm"));
  EXPECT_FALSE(matches().wantsOnly());
  matches().setOnly(true);
  view().select(firstKernel());
  EXPECT_TRUE(matches().wantsOnly());
}

}  // namespace
}  // namespace kernline::ui
