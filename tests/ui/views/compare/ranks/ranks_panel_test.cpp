// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of ranks in the window, driven with mouse and keys. In its second rank a kernel takes 3 ms longer.
#include "ui/views/compare/ranks/ranks_panel.h"

#include "core/compare/ranks/steps_without_profiler.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/tables/part_bar_delegate.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/spread_delegate.h"
#include "ui/views/compare/ranks/accounts_table.h"
#include "ui/views/compare/ranks/collectives_table.h"
#include "ui/views/compare/ranks/messages_table.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/compare/ranks/rank_words.h"
#include "ui/views/compare/ranks/ranks_dock.h"
#include "ui/views/compare/ranks/spreads_table.h"
#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/timeline/kept_arrangements.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/file_tab_bar.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTreeWidget>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;

/// Three steps of compute, an all-reduce that ends on both ranks at once, and a message from rank 0 to rank 1.
std::string rankText(int rank) {
  constexpr int stepUs = 10'000;
  std::string events =
      fmt::format(R"({{"ph":"M","pid":{0},"name":"process_labels","args":{{"labels":"GPU {0}"}}}})", rank);
  const auto kernel = [&](const char* name, int ts, int duration, const std::string& args) {
    events += fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":7,"ts":{},"dur":{},)"
                          R"("args":{{"device":{},"stream":7{}}}}})",
                          name, rank, ts, duration, rank, args);
  };
  for (int step = 0; step < 3; ++step) {
    const int begin = step * stepUs;
    const int compute = rank == 1 ? 4000 : 1000;
    kernel(rank == 1 ? "slow_kernel" : "gemm", begin, compute, "");
    kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", begin + compute,
           5000 - compute,
           R"(,"Collective name":"allreduce","In msg nelems":1048576,"Out msg nelems":1048576,"dtype":"BFloat16",)"
           R"("Group size":2,"Process Group Name":"0","Process Group Ranks":"[0, 1]")");
    kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", begin + 6000, 500,
           fmt::format(R"(,"Collective name":"{}","In msg nelems":1024,"Out msg nelems":1024,"dtype":"Float",)"
                       R"("Group size":2,"Process Group Name":"0","Process Group Ranks":"[0, 1]","{}":{})",
                       rank == 0 ? "send" : "recv", rank == 0 ? "Dst Rank" : "Src Rank", 1 - rank));
  }
  return fmt::format(
      R"({{"distributedInfo":{{"backend":"nccl","rank":{},"world_size":2}},"baseTimeNanoseconds":1700000000000000000,)"
      R"("traceEvents":[{}]}})",
      rank, events);
}

class Ranks : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    for (const int rank : {0, 1}) {
      m_folder.add(fmt::format("train_rank{}.json", rank), rankText(rank));
    }
  }

  void openRanks() {
    drop({QString::fromStdString(m_folder.path())});
    ASSERT_TRUE(settles());
    ASSERT_NE(ranks(), nullptr) << m_window.currentFile()->refusal().toStdString();
    ASSERT_TRUE(panel().isVisible());
  }

  const RankSet* ranks() { return m_window.currentTrace()->ranks()->set().get(); }
  RanksPanel& panel() { return *child<RanksPanel>("ranksPanel"); }

  void turnTo(int page) {
    QTabBar* bar = child<QTabWidget>("ranksPages")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(page).center());
  }
  void clickRow(const char* view, int row) {
    auto* table = child<QTableView>(view);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(row, 1)).center());
  }
  QTableView& tableOf(const char* name) { return *child<QTableView>(name); }

  test::TemporaryFolder m_folder;
};

TEST_F(Ranks, aFolderDroppedOnTheWindowIsOneTraceWithRowsOfAllRanks) {
  openRanks();
  EXPECT_EQ(trace().processes().size(), 2U);
  EXPECT_EQ(trace().spanCount(), 18U);
  EXPECT_TRUE(tabs().bar()->tabText(0).endsWith(QStringLiteral(" · 2 ranks")))
      << tabs().bar()->tabText(0).toStdString();
  EXPECT_EQ(RecentFiles::list().value(0), QString::fromStdString(m_folder.path()));
}

TEST_F(Ranks, saysWhoHoldsUpWhomAndWhy) {
  openRanks();
  const std::string verdict = child<QLabel>("ranksVerdict")->text().toStdString();
  EXPECT_THAT(verdict,
              test::mentions("rank-holds-up-others", "1", "9.000 ms", test::anyValue, test::anyValue, test::anyValue));
  EXPECT_THAT(verdict, ::testing::HasSubstr("slow_kernel"));
  EXPECT_EQ(child<QLabel>("ranksClocks")->text(),
            QStringLiteral("Clock accuracy: ±0 ns, from the ends of collectives."));
  EXPECT_EQ(cell(tableOf("rankAccounts"), 0, AccountsTable::Waiting), "9.000 ms");
  EXPECT_EQ(cell(tableOf("rankAccounts"), 1, AccountsTable::Waiting), "0 ns");
  EXPECT_EQ(cell(tableOf("rankAccounts"), 1, AccountsTable::Compute), "12.00 ms");
}

TEST_F(Ranks, showMedianStepsWithoutTheProfilerWhereTheyDiffer) {
  drop({QString::fromStdString(test::fixture("ranks/profiler_later"))});
  ASSERT_TRUE(settles());
  const std::vector<std::optional<Duration>> medians = medianStepsWithoutProfiler(*ranks());
  ASSERT_EQ(medians.size(), ranks()->accounts.size());
  for (int row = 0; row < static_cast<int>(medians.size()); ++row) {
    ASSERT_TRUE(medians[row]) << row;
    EXPECT_EQ(cell(tableOf("rankAccounts"), row, AccountsTable::Unprofiled), inTime(*medians[row]).toStdString())
        << row;
  }
  m_window.resize(2400, 900);
  EXPECT_FALSE(child<QTableView>("rankAccounts")->isColumnHidden(AccountsTable::Unprofiled));
  openRanks();
  EXPECT_TRUE(child<QTableView>("rankAccounts")->isColumnHidden(AccountsTable::Unprofiled));
}

TEST_F(Ranks, piecesOfADeviceAddUpToItsTime) {
  openRanks();
  const QAbstractItemModel* model = child<QTableView>("rankAccounts")->model();
  for (int row = 0; row < 2; ++row) {
    double whole = 0;
    const QModelIndex devices = model->index(row, AccountsTable::Devices);
    for (const BarPiece& piece : devices.data(RowsModel::PiecesRole).value<std::vector<BarPiece>>()) {
      whole += piece.share;
    }
    EXPECT_NEAR(whole, 1, 1e-9);
  }
}

TEST_F(Ranks, sayWhatWaitingBeganOnThemAndShowItOnAClick) {
  openRanks();
  EXPECT_EQ(cell(tableOf("rankAccounts"), 0, AccountsTable::Caused), "0 ns");
  EXPECT_EQ(cell(tableOf("rankAccounts"), 1, AccountsTable::Caused), "9.000 ms");
  auto* table = child<QTableView>("rankAccounts");
  const QModelIndex caused = table->model()->index(1, AccountsTable::Caused);
  EXPECT_THAT(caused.data(Qt::ToolTipRole).toString().toStdString(), ::testing::HasSubstr("slow_kernel: "));
  table->scrollTo(caused);
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(caused).center());
  const RootCause& cause = ranks()->stragglers.front().causes.front();
  EXPECT_EQ(view().selection(), cause.span);
  EXPECT_EQ(trace().nameText(cause.span), "slow_kernel");
  EXPECT_TRUE(view().visibleRange().contains(trace().start(cause.span)));
}

TEST_F(Ranks, aClickOnACollectiveShowsItsPartsOnAllRanks) {
  openRanks();
  turnTo(1);
  clickRow("rankCollectives", 2);
  const CollectiveMatch& match = ranks()->collectives[2];
  ASSERT_EQ(match.name, "allreduce");
  EXPECT_EQ(cell(tableOf("rankCollectives"), 2, CollectivesTable::Number), std::to_string(match.number));
  EXPECT_EQ(match.number, 3U);
  EXPECT_EQ(view().selection(), partsOf(match).front());
  EXPECT_EQ(trace().process(trace().track(trace().trackOf(view().selection())).process).rank, 1) << "the last one";
  EXPECT_EQ(companionsOf(*ranks(), view().selection()).size(), 2U);
  for (const CollectivePart& part : match.parts) {
    EXPECT_TRUE(view().visibleRange().contains(part.range.begin) && view().visibleRange().contains(part.range.end));
    EXPECT_TRUE(view().scene().arranger().arrangement().isPinned(rowOf(trace().trackOf(part.span))));
  }
}

TEST_F(Ranks, pinsOfACollectiveEndWithTheirBoxAndAreKeptForNobodyElse) {
  openRanks();
  view().scene().arranger().keepArrangements();
  turnTo(1);
  clickRow("rankCollectives", 2);
  const RowId row = rowOf(trace().trackOf(partsOf(ranks()->collectives[2]).front()));
  ASSERT_TRUE(view().scene().arranger().arrangement().isPinned(row));
  Arrangement next(trace());
  KeptArrangements::apply(trace(), next);
  EXPECT_FALSE(next.isPinned(row));
  QTest::mouseClick(child<QCheckBox>("pinCollectives"), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_FALSE(view().scene().arranger().arrangement().isPinned(row));
  KeptArrangements::forget(trace());
}

TEST_F(Ranks, theDetailsSayWhatAPartOfACollectiveWaited) {
  openRanks();
  const CollectivePart& first = ranks()->collectives[0].parts[0];
  view().select(first.span);
  QStringList said;
  for (const QLabel* label : child<QDockWidget>("detailsDock")->findChildren<QLabel*>()) {
    said << label->text();
  }
  EXPECT_TRUE(said.contains(QStringLiteral("part of #1, 2 ranks"))) << said.join('|').toStdString();
  EXPECT_TRUE(said.contains(QStringLiteral("rank 1, 3.000 ms later"))) << said.join('|').toStdString();
  EXPECT_TRUE(said.contains(QStringLiteral("2.097 GB/s over 1.000 ms of all ranks"))) << said.join('|').toStdString();
  EXPECT_EQ(child<QTableView>("rankCollectives")->currentIndex().row(), 0) << "marked in the list, too";
}

TEST_F(Ranks, collectivesAreSortedByAClickOnATitle) {
  openRanks();
  turnTo(1);
  auto* table = child<QTableView>("rankCollectives");
  QHeaderView* header = table->horizontalHeader();
  const int x = header->sectionViewportPosition(CollectivesTable::Wait) + 4;
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
  ASSERT_EQ(header->sortIndicatorSection(), CollectivesTable::Wait);
  EXPECT_EQ(header->sortIndicatorOrder(), Qt::DescendingOrder) << "who clicks on a figure looks for the greatest";
  const int rows = table->model()->rowCount();
  EXPECT_EQ(cell(tableOf("rankCollectives"), 0, CollectivesTable::Wait), "3.000 ms");
  EXPECT_EQ(cell(tableOf("rankCollectives"), rows - 1, CollectivesTable::Wait), "0 ns");
}

TEST_F(Ranks, timesOfCollectivesAreDrawnByKindOnOneAxis) {
  openRanks();
  turnTo(3);
  const auto* model = child<QTableView>("collectiveSpreads")->model();
  ASSERT_EQ(model->rowCount(), 2) << "reductions, and sends with their receives";
  const int row = cell(tableOf("collectiveSpreads"), 0, SpreadsTable::Kind) == "all_reduce" ? 0 : 1;
  EXPECT_EQ(cell(tableOf("collectiveSpreads"), row, SpreadsTable::Kind), "all_reduce");
  EXPECT_EQ(cell(tableOf("collectiveSpreads"), row, SpreadsTable::Count), "3");
  EXPECT_EQ(cell(tableOf("collectiveSpreads"), row, SpreadsTable::Median), "1.000 ms");
  EXPECT_EQ(cell(tableOf("collectiveSpreads"), row, SpreadsTable::LastRank), "1: 3 of 3");
  const QModelIndex spread = model->index(row, SpreadsTable::Spread);
  EXPECT_TRUE(spread.data(Qt::ToolTipRole).toString().contains(QStringLiteral("P99 1.000 ms")));
  EXPECT_EQ(spread.data(RowsModel::SpreadRole).value<SpreadMarks>().max, 1) << "the longest of all rows";
  const std::string title = heading(*model, SpreadsTable::Spread);
  EXPECT_THAT(title, testing::AllOf(testing::StartsWith("Distribution of times, "), testing::EndsWith(" to 1.000 ms")));
  clickRow("collectiveSpreads", row);
  EXPECT_EQ(companionsOf(*ranks(), view().selection()).size(), 2U) << "the longest, on both ranks";
}

TEST_F(Ranks, aLateRankWhoseExpertsGetMoreTokensIsSaidTo) {
  drop({QString::fromStdString(test::fixture("ranks/experts"))});
  ASSERT_TRUE(settles());
  const std::string verdict = child<QLabel>("ranksVerdict")->text().toStdString();
  EXPECT_TRUE(verdict.starts_with("Rank 2 holds up the others")) << verdict;
  EXPECT_TRUE(verdict.contains("expert_gemm takes 12.00 ms longer")) << verdict;
  EXPECT_TRUE(verdict.ends_with("it exchanged 2.00 times the mean all-to-all bytes: its experts get more tokens."))
      << verdict;
}

TEST_F(Ranks, messagesAreListedAndTheirEndsBelongTogether) {
  openRanks();
  turnTo(2);
  ASSERT_EQ(ranks()->messages.size(), 3U);
  EXPECT_EQ(cell(tableOf("rankMessages"), 0, MessagesTable::From), "0");
  EXPECT_EQ(cell(tableOf("rankMessages"), 0, MessagesTable::To), "1");
  EXPECT_EQ(cell(tableOf("rankMessages"), 0, MessagesTable::Bytes), "4.000 KiB");
  clickRow("rankMessages", 2);
  EXPECT_EQ(view().selection(), ranks()->messages[2].sender);
  EXPECT_EQ(companionsOf(*ranks(), view().selection()).size(), 2U);
}

TEST_F(Ranks, aClockSetByHandMovesItsRankAndKeepsWhatIsInSight) {
  openRanks();
  view().setVisibleRange({{5'000'000}, {15'000'000}});
  const TimeRange before = view().visibleRange();
  const Time start = trace().start(ranks()->collectives[0].parts[1].span);
  auto* spin = child<QDoubleSpinBox>("clockCorrection");
  spin->setFocus();
  spin->selectAll();
  QTest::keyClicks(spin, QStringLiteral("500"));
  QTest::keyClick(spin, Qt::Key_Return);
  ASSERT_TRUE(test::waitUntil([&] { return ranks()->clocks[1].byHand.has_value(); }));
  ASSERT_TRUE(settles());
  EXPECT_EQ(trace().start(ranks()->collectives[0].parts[1].span), start + Duration{500'000});
  EXPECT_EQ(view().visibleRange(), before);
  EXPECT_TRUE(child<QLabel>("ranksClocks")->text().contains(QStringLiteral("manually")));
  QTest::mouseClick(child<QPushButton>("alignByCollectives"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !ranks()->clocks[1].byHand; }));
  ASSERT_TRUE(settles());
  EXPECT_EQ(trace().start(ranks()->collectives[0].parts[1].span), start);
  EXPECT_DOUBLE_EQ(spin->value(), 0);
}

TEST_F(Ranks, theDockComesWithRanksAndGoesWithThem) {
  openSmallTrace();
  EXPECT_FALSE(child<QDockWidget>("ranksDock")->isVisible());
  EXPECT_FALSE(m_window.commands().ofDock(ranksDock)->isEnabled());
  openRanks();
  EXPECT_TRUE(m_window.commands().ofDock(ranksDock)->isEnabled());
  tabs().setCurrentIndex(0);
  EXPECT_TRUE(child<QDockWidget>("ranksDock")->isHidden());
  tabs().setCurrentIndex(1);
  EXPECT_TRUE(panel().isVisible());
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(panel().isAncestorOf(m_window.focusWidget()));
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(child<QDockWidget>("ranksDock")->isHidden());
}

TEST_F(Ranks, ofAFolderWithSeveralRunsOneIsOpenedFromItsPage) {
  for (const int rank : {0, 1}) {
    m_folder.add(fmt::format("other/rank{}.json", rank), rankText(rank));
  }
  drop({QString::fromStdString(m_folder.path())});
  ASSERT_TRUE(settles());
  auto* tree = child<QTreeWidget>("experimentTree");
  ASSERT_NE(tree, nullptr);
  ASSERT_EQ(tree->topLevelItemCount(), 2);
  QTreeWidgetItem* run = tree->topLevelItem(0)->child(0);
  EXPECT_EQ(run->text(0), QStringLiteral("other/rank#.json"));
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(tree->indexFromItem(run, 0)).center());
  ASSERT_TRUE(test::waitUntil([&] { return m_window.currentTrace() != nullptr && !m_window.isBusy(); }));
  ASSERT_NE(ranks(), nullptr) << m_window.currentFile()->refusal().toStdString();
  EXPECT_EQ(ranks()->files.size(), 2U);
  EXPECT_TRUE(ranks()->files[0].path.ends_with("/other/rank0.json"));
  EXPECT_TRUE(tabs().bar()->tabText(1).startsWith(QStringLiteral("other/rank#.json")))
      << tabs().bar()->tabText(1).toStdString();
}

TEST_F(Ranks, aFolderWithoutTracesSaysSo) {
  const test::TemporaryFolder empty;
  drop({QString::fromStdString(empty.path())});
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  EXPECT_TRUE(m_window.currentFile()->refusal().contains(QStringLiteral("no profile")))
      << m_window.currentFile()->refusal().toStdString();
}

/// Rank 3 was late in its pair, rank 2 therefore in another one.
TEST_F(Window, ranksThatWaitForADelayedRankAreToldWhoDelayedIt) {
  drop({QStringLiteral(KERNLINE_SOURCE_DIR "/tests/fixtures/ranks/grid")});
  ASSERT_TRUE(settles());
  const std::string verdict = child<QLabel>("ranksVerdict")->text().toStdString();
  EXPECT_THAT(verdict, test::mentions("waiting-began-on-rank", "95.8 %", 3));
  EXPECT_THAT(verdict, ::testing::HasSubstr("On rank 3, spin_kernel"));
  const auto* model = child<QTableView>("rankAccounts")->model();
  const std::string tip = cell(*model, 3, AccountsTable::Caused, Qt::ToolTipRole);
  EXPECT_THAT(tip, ::testing::HasSubstr("for rank 2, which it had delayed"));
  EXPECT_THAT(tip, ::testing::HasSubstr("rank 3 in 2 → rank 2 in 3"));
  EXPECT_LT(cell(*model, 2, AccountsTable::Caused), "2") << "microseconds";
}

}  // namespace
}  // namespace kernline::ui
