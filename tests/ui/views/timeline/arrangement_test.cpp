// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the rows: pinned, hidden, ordered, grouped, filtered.
#include "ui/views/timeline/arrangement.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "ui/views/timeline/row_actions.h"
#include "ui/views/timeline/row_drag.h"
#include "ui/views/timeline/row_titles.h"
#include "ui/views/timeline/timeline_layout.h"

#include <QRegularExpression>
#include <QStringList>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// Two GPUs with two streams each, a host of two threads and two counters of one unit.
class Rows : public ::testing::Test {
 protected:
  void SetUp() override {
    m_trace = test::sketch(R"(
      gpu 0/7: k07 0+100
      gpu 0/20: k020 0+100
      gpu 1/7: k17 0+100
      gpu 1/20: k120 0+100
      cpu 4711/main: onMain 0+100
      cpu 4711/backward: onBackward 0+100
      counter cpu 4711: allocated 1@5)");
    m_arrangement = Arrangement(*m_trace);
  }

  [[nodiscard]] RowId row(std::string_view span) const {
    return rowOf(m_trace->trackOf(test::spanNamed(*m_trace, span)));
  }
  [[nodiscard]] RowId groupOf(std::string_view span) const { return homeOf(*m_trace, row(span), Grouping::Process); }
  [[nodiscard]] TimelineLayout layout() const { return {*m_trace, m_arrangement}; }
  [[nodiscard]] std::vector<RowGroup> groups() const {
    return groupedRows(*m_trace, filledRows(*m_trace), m_arrangement);
  }
  void act(RowAction action, RowId target) {
    m_arrangement = arrangedBy(action, target, *m_trace, groups(), m_arrangement);
  }
  [[nodiscard]] QStringList titles() const {
    QStringList all;
    const TimelineLayout rows = layout();
    for (const TimelineRow& each : rows.rows()) {
      all << rowTitleIn(*m_trace, each.id, each.group);
    }
    return all;
  }

  std::shared_ptr<const Trace> m_trace;
  Arrangement m_arrangement;
};

TEST_F(Rows, ofTheProfilerItselfAreFoldedBelowTheOthers) {
  m_trace = load(test::fixture("torch-alexnet-a100.json.gz")).value();
  m_arrangement = Arrangement(*m_trace);
  const TimelineLayout rows = layout();
  const QStringList shown = titles();
  const auto first = shown.indexOf(QStringLiteral("Profiler"));
  ASSERT_GT(first, 0);
  for (std::size_t i = static_cast<std::size_t>(first); i < rows.rows().size(); ++i) {
    EXPECT_EQ(rows.rows()[i].kind, TimelineRowKind::Group) << shown[static_cast<qsizetype>(i)].toStdString();
  }
  EXPECT_FALSE(shown.filter(QStringLiteral("stream")).isEmpty()) << "what runs is not folded";
}

TEST_F(Rows, areAsTheFileHasThemAtFirst) {
  EXPECT_EQ(titles(), QStringList({"GPU 0", "stream 7", "stream 20", "GPU 1", "stream 7", "stream 20", "python (4711)",
                                   "backward", "main", "allocated"}));
}

TEST_F(Rows, pinnedOnesComeFirstInTheOrderOfPinningAndNowhereElse) {
  act(RowAction::Pin, row("onMain"));
  act(RowAction::Pin, row("k17"));
  EXPECT_EQ(titles().mid(0, 3), QStringList({"Pinned", "main · python (4711)", "stream 7 · GPU 1"}));
  EXPECT_EQ(titles().count("main"), 0);
  EXPECT_EQ(layout().pinnedHeight(), layout().find(groupOf("k07"))->top);
}

TEST_F(Rows, unpinnedOnesGoBackToTheirPlace) {
  const QStringList before = titles();
  act(RowAction::Pin, row("k020"));
  act(RowAction::Unpin, row("k020"));
  EXPECT_EQ(titles(), before);
  EXPECT_EQ(layout().pinnedHeight(), 0);
}

TEST_F(Rows, aHiddenRowIsGoneAndCounted) {
  act(RowAction::Hide, row("k07"));
  EXPECT_EQ(layout().find(row("k07")), nullptr);
  EXPECT_EQ(layout().shownCount(), 6U);
  EXPECT_EQ(layout().rowCount(), 7U);
  EXPECT_EQ(hiddenCount(groups(), m_arrangement), 1U);
}

TEST_F(Rows, aHiddenGroupTakesItsRowsWithIt) {
  act(RowAction::Hide, groupOf("onMain"));
  EXPECT_FALSE(titles().contains("main"));
  EXPECT_FALSE(titles().contains("python (4711)"));
  EXPECT_EQ(hiddenCount(groups(), m_arrangement), 3U);
}

TEST_F(Rows, showingARowShowsItsGroupToo) {
  act(RowAction::Hide, groupOf("onMain"));
  act(RowAction::Hide, row("onMain"));
  act(RowAction::Show, row("onMain"));
  EXPECT_NE(layout().find(row("onMain")), nullptr);
}

TEST_F(Rows, onlyOneGroupRemainsWhenAskedFor) {
  act(RowAction::Pin, row("onMain"));
  act(RowAction::OnlyItsGroup, row("k17"));
  EXPECT_EQ(titles(), QStringList({"Pinned", "main · python (4711)", "GPU 1", "stream 7", "stream 20"}));
}

TEST_F(Rows, theFilterLooksAtTitlesInAnyCase) {
  m_arrangement.setFilter("MAIN");
  EXPECT_EQ(titles(), QStringList({"python (4711)", "main"}));
}

TEST_F(Rows, aGroupWhoseTitleMatchesKeepsAllRows) {
  m_arrangement.setFilter("gpu 1");
  EXPECT_EQ(titles(), QStringList({"GPU 1", "stream 7", "stream 20"}));
  m_arrangement.setGrouping(Grouping::Sort);
  EXPECT_EQ(titles(), QStringList({"Streams", "stream 7 · GPU 1", "stream 20 · GPU 1"})) << "the process still counts";
}

TEST_F(Rows, pinnedOnesStayWhateverTheFilterSays) {
  act(RowAction::Pin, row("onMain"));
  m_arrangement.setFilter("nothing is called so");
  EXPECT_EQ(titles(), QStringList({"Pinned", "main · python (4711)"}));
}

TEST_F(Rows, showAllUndoesHidingAndFilter) {
  const QStringList before = titles();
  act(RowAction::Hide, row("k07"));
  act(RowAction::Hide, groupOf("onMain"));
  m_arrangement.setFilter("20");
  m_arrangement.showAll();
  EXPECT_EQ(titles(), before);
}

TEST_F(Rows, canBeGroupedByDevice) {
  m_arrangement.setGrouping(Grouping::Device);
  EXPECT_EQ(titles(), QStringList({"GPU 0", "stream 7 · GPU 0", "stream 20 · GPU 0", "GPU 1", "stream 7 · GPU 1",
                                   "stream 20 · GPU 1", "Host", "backward · python (4711)", "main · python (4711)",
                                   "allocated · python (4711)"}));
}

TEST_F(Rows, canBeGroupedByKind) {
  m_arrangement.setGrouping(Grouping::Sort);
  EXPECT_EQ(titles().filter(QRegularExpression("^[A-Z]\\w+$")), QStringList({"Streams", "Threads", "Counters"}));
}

TEST(RowsOfSeveralRanks, canBeGroupedByRank) {
  const auto trace = load(test::fixture("torch-merged-8-ranks.json.gz"));
  ASSERT_TRUE(trace);
  Arrangement arrangement(**trace);
  arrangement.setGrouping(Grouping::Rank);
  const std::vector<RowGroup> groups = groupedRows(**trace, filledRows(**trace), arrangement);
  QStringList titles;
  std::size_t rows = 0;
  for (const RowGroup& group : groups) {
    titles << rowTitle(**trace, group.id);
    for (const RowId row : group.rows) {
      EXPECT_EQ((*trace)->process((*trace)->track(row.track()).process).rank, group.id.number);
      ++rows;
    }
  }
  EXPECT_EQ(titles, QStringList({"Rank 0", "Rank 1", "Rank 2", "Rank 3"}));
  EXPECT_EQ(rows, filledRows(**trace).size());
}

TEST_F(Rows, withoutRanksAreInOneGroup) {
  m_arrangement.setGrouping(Grouping::Rank);
  EXPECT_EQ(titles().first(), "No rank");
  EXPECT_EQ(titles().size(), 8);
}

TEST_F(Rows, moveAmongTheirSiblings) {
  act(RowAction::MoveDown, row("k07"));
  EXPECT_EQ(titles().mid(0, 3), QStringList({"GPU 0", "stream 20", "stream 7"}));
  act(RowAction::MoveDown, row("k07"));
  EXPECT_EQ(titles().mid(0, 3), QStringList({"GPU 0", "stream 20", "stream 7"})) << "it is the last already";
  act(RowAction::MoveUp, row("k07"));
  EXPECT_EQ(titles().mid(0, 3), QStringList({"GPU 0", "stream 7", "stream 20"}));
}

TEST_F(Rows, groupsMoveWithTheirRows) {
  act(RowAction::MoveUp, groupOf("onMain"));
  EXPECT_EQ(titles().mid(3, 2), QStringList({"python (4711)", "backward"}));
}

TEST_F(Rows, movingStepsOverWhatIsHidden) {
  act(RowAction::Hide, row("onMain"));
  const RowId counter = rowOf(CounterId{0});
  act(RowAction::MoveUp, counter);
  EXPECT_EQ(titles().last(), "backward");
}

TEST_F(Rows, heightsApplyToOneRowOrAGroup) {
  const int normal = layout().find(row("k07"))->height;
  act(RowAction::Taller, row("k07"));
  EXPECT_GT(layout().find(row("k07"))->laneHeight, TimelineLayout::laneHeight);
  act(RowAction::Compact, groupOf("k07"));
  EXPECT_LT(layout().find(row("k07"))->height, normal);
  EXPECT_LT(layout().find(row("k020"))->height, normal);
  EXPECT_EQ(layout().find(row("k17"))->height, normal);
}

TEST_F(Rows, aGapIsFoundBetweenSiblingsOnly) {
  const TimelineLayout rows = layout();
  const TimelineRow* last = rows.find(row("k020"));
  EXPECT_EQ(nearestGap(rows, row("k07"), last->bottom()), (RowGap{rootRow, last->bottom()}));
  EXPECT_EQ(nearestGap(rows, row("k07"), 10'000), (RowGap{rootRow, last->bottom()})) << "it stays in its group";
  EXPECT_EQ(nearestGap(rows, row("k020"), 0), (RowGap{row("k07"), rows.find(row("k07"))->top}));
  EXPECT_FALSE(nearestGap(rows, row("k07"), rows.find(row("k07"))->top)) << "it would stay where it is";
  EXPECT_FALSE(nearestGap(rows, row("k07"), last->top)) << "here too";
}

TEST_F(Rows, thePinnedGroupStaysAtTheTop) {
  act(RowAction::Pin, row("onMain"));
  const TimelineLayout rows = layout();
  EXPECT_FALSE(nearestGap(rows, pinnedGroup, 10'000));
  const auto gap = nearestGap(rows, groupOf("k17"), 0);
  ASSERT_TRUE(gap);
  EXPECT_EQ(gap->before, groupOf("k07"));
}

TEST(Order, leavesUnknownRowsBehindTheirNeighbours) {
  const auto rows = [](std::initializer_list<int> numbers) {
    std::vector<RowId> all;
    for (const int number : numbers) {
      all.push_back({RowClass::Track, number});
    }
    return all;
  };
  EXPECT_EQ(inOrder(rows({1, 2, 3, 4}), rows({4, 1})), rows({4, 1, 2, 3}));
  EXPECT_EQ(inOrder(rows({1, 2, 3, 4}), rows({3, 9, 2})), rows({1, 3, 4, 2}));
  EXPECT_EQ(inOrder(rows({1, 2}), {}), rows({1, 2}));
}

TEST(Layout, filtersThousandsOfRowsInAnOrderOfTheirOwn) {
  std::string rows;
  for (int process = 0; process < 50; ++process) {
    for (int thread = 0; thread < 100; ++thread) {
      rows += fmt::format("cpu {}/{}: s 0+10\n", process, process * 1000 + thread);
    }
  }
  const auto trace = test::sketch(rows);
  const std::vector<RowId> filled = filledRows(*trace);
  Arrangement arrangement(*trace);
  arrangement.setFilter("42");
  std::vector<RowId> backwards(filled.rbegin(), filled.rend());
  arrangement.setOrder(homeOf(*trace, filled.front(), Grouping::Sort), backwards);
  arrangement.setGrouping(Grouping::Sort);
  const TimelineLayout layout(*trace, filled, arrangement);
  EXPECT_GT(layout.shownCount(), 50U);
  EXPECT_LT(layout.shownCount(), 5000U);
}

}  // namespace
}  // namespace kernline::ui
