// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of digests in the window: the heat map of ranks and steps, driven with mouse and keys. In its second step a
// kernel of rank 2 takes 5 ms longer.
#include "ui/views/compare/ranks/heat_page.h"

#include "tests/support/says.h"
#include "tests/ui/views/compare/ranks/heat_page_fixture.h"
#include "tests/ui/window/cell.h"
#include "ui/kit/charts/heat_colors.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/ranks/heat_legend.h"
#include "ui/views/compare/ranks/heat_picture.h"
#include "ui/views/compare/ranks/heat_words.h"
#include "ui/views/compare/ranks/ranks_panel.h"
#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/window/tabs/file_tab_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QWheelEvent>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;

TEST_F(HeatMapPage, aFolderOfDigestsOpensAsARunOfRanks) {
  openDigests();
  EXPECT_TRUE(tabs().bar()->tabText(0).endsWith(QStringLiteral(" · 4 ranks")))
      << tabs().bar()->tabText(0).toStdString();
  EXPECT_EQ(tab()->set()->trace, nullptr);
  EXPECT_THAT(child<QLabel>("ranksVerdict")->text(), test::mentions("rank-holds-up-others", "2", test::anyValue,
                                                                    test::anyValue, test::anyValue, test::anyValue));
  EXPECT_EQ(child<QComboBox>("heatMetric")->currentText(), titleOf(HeatMetric::Compute));
}

TEST_F(HeatMapPage, aDigestOpensAloneAndFewDigestsBesideTracesDoNotCount) {
  m_window.openFiles({QString::fromStdString(m_digests / "train_rank1.json.digest.json.gz")});
  ASSERT_TRUE(settles());
  ASSERT_NE(tab(), nullptr) << m_window.currentFile()->refusal().toStdString();
  EXPECT_EQ(tab()->set()->files.size(), 1U);
  std::filesystem::copy(m_digests / "train_rank1.json.digest.json.gz", m_folder / "train_rank1.json.digest.json.gz");
  m_window.openFiles({QString::fromStdString(m_folder.path())});
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(m_window.currentTrace()->ranks()->set()->files.size(), 4U);
}

TEST_F(HeatMapPage, theOtherPagesWorkWithoutATrace) {
  openDigests();
  auto* pages = child<QTabWidget>("ranksPages");
  for (int i = 0; i < pages->count(); ++i) {
    pages->setCurrentIndex(i);
    m_window.grab();
  }
  auto* table = child<QTableView>("rankCollectives");
  pages->setCurrentIndex(1);
  EXPECT_EQ(table->model()->rowCount(), heatSteps);
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 1)).center());
  EXPECT_EQ(tabs().count(), 1);
}

TEST_F(HeatMapPage, tellsOfACellUnderThePointer) {
  openDigests();
  choose("heatMetric", titleOf(HeatMetric::Compute));
  EXPECT_EQ(heat().textOf({2, 1}), QStringLiteral("Rank 2, ProfilerStep#1\nCompute: 9.000 ms\n"
                                                  "Median of the ranks: 4.000 ms\n5.000 ms more than the median"));
  EXPECT_EQ(heat().cellAt(heat().rectOf({2, 1}).center()), (HeatCell{2, 1}));
  EXPECT_EQ(heat().cellAt({1, 1}), std::nullopt);
}

TEST_F(HeatMapPage, sortsAndGroups) {
  openDigests();
  choose("heatMetric", titleOf(HeatMetric::Compute));
  choose("heatSort", QStringLiteral("Worst first"));
  EXPECT_EQ(heat().heat().layout.places.front(), 2U);
  choose("heatGroup", QStringLiteral("Tensor parallel (mesh_tp)"));
  EXPECT_THAT(heat().heat().layout.places, ::testing::ElementsAre(2, 3, 0, 1));
  EXPECT_THAT(heat().textOf({3, 0}).toStdString(), ::testing::HasSubstr("Tensor parallel (mesh_tp): 2,3"));
}

TEST_F(HeatMapPage, keysWalkFromCellToCell) {
  openDigests();
  heat().setFocus();
  press(Qt::Key_Down);
  EXPECT_EQ(heat().current(), (HeatCell{0, 0})) << "the first key shows where one is";
  press(Qt::Key_Down);
  press(Qt::Key_Right);
  EXPECT_EQ(heat().current(), (HeatCell{1, 1}));
  press(Qt::Key_End, Qt::ControlModifier);
  EXPECT_EQ(heat().current(), (HeatCell{3, 2}));
  press(Qt::Key_Right);
  EXPECT_EQ(heat().current(), (HeatCell{3, 2}));
  press(Qt::Key_Home);
  EXPECT_EQ(heat().current(), (HeatCell{3, 0}));
  EXPECT_THAT(heat().accessibleDescription().toStdString(), ::testing::HasSubstr("Rank 3, ProfilerStep#0"));
}

TEST_F(HeatMapPage, aClickOpensTheTraceAtThatStepBesideATypicalOne) {
  openDigests();
  choose("heatMetric", titleOf(HeatMetric::Compute));
  click({2, 1});
  ASSERT_TRUE(settles());
  ASSERT_EQ(tabs().count(), 3);
  EXPECT_EQ(m_window.currentFile()->path().toStdString(), std::filesystem::canonical(m_folder / "train_rank2.json"));
  EXPECT_EQ(tabs().at(1)->path().toStdString(), std::filesystem::canonical(m_folder / "train_rank0.json"));
  const TimeRange step = trace().steps()[1].range;
  EXPECT_TRUE(view().visibleRange().contains(step.begin));
  EXPECT_LT(view().visibleRange().length().ns, step.length().ns * 5 / 4);
  const auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  ASSERT_TRUE(test::waitUntil([&] { return runs->runs().size() == 2 && !runs->isBusy() && runs->comparison(); }));
  EXPECT_TRUE(runs->timelines()->view(0)->visibleRange().contains(step.begin));
  EXPECT_LT(runs->timelines()->view(0)->visibleRange().length().ns, step.length().ns * 5 / 4);
}

TEST_F(HeatMapPage, saysWhereATraceWasThatIsGone) {
  std::filesystem::remove(m_folder / "train_rank2.json");
  openDigests();
  click({2, 1});
  EXPECT_THAT(child<QLabel>("heatNote")->text().toStdString(), ::testing::HasSubstr("train_rank2.json"));
  EXPECT_TRUE(child<QLabel>("heatNote")->isVisible());
  EXPECT_EQ(tabs().count(), 1);
}

TEST_F(HeatMapPage, goesToAnOutlier) {
  openDigests();
  choose("heatMetric", titleOf(HeatMetric::Compute));
  auto* outliers = child<QTableView>("heatOutliers");
  ASSERT_GE(outliers->model()->rowCount(), 1);
  EXPECT_EQ(cell(*outliers, 0, 0), "2");
  EXPECT_THAT(cell(*outliers, 0, 1), ::testing::HasSubstr("5.000 ms longer in gemm, others wait 15.00 ms"));
  QTest::mouseClick(outliers->viewport(), Qt::LeftButton, {},
                    outliers->visualRect(outliers->model()->index(0, 0)).center());
  EXPECT_EQ(heat().current(), (HeatCell{2, 1}));
}

TEST_F(HeatMapPage, isInThePanelOfWholeTracesToo) {
  drop({QString::fromStdString(m_folder.path())});
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentTrace(), nullptr);
  child<RanksPanel>("ranksPanel")->showHeatMap();
  ASSERT_TRUE(settles());
  ASSERT_TRUE(page().hasMap());
  heat().setCurrent(HeatCell{2, 1});
  heat().setFocus();
  QTest::keyClick(&heat(), Qt::Key_Return);
  const TimeRange step = timeOf(*page().ranks(), {2, 1})->range;
  EXPECT_TRUE(view().visibleRange().contains(step.begin));
  EXPECT_LT(view().visibleRange().length().ns, step.length().ns * 5 / 4);
}

TEST_F(HeatMapPage, fitsAScreenAtTwiceTheScale) {
  constexpr QSize scaledScreen(960, 540);
  openDigests();
  choose("heatMetric", titleOf(HeatMetric::Exposed));
  choose("heatGroup", QStringLiteral("Tensor parallel (mesh_tp)"));
  m_window.resize(scaledScreen);
  QApplication::processEvents();
  EXPECT_LE(m_window.width(), scaledScreen.width());
  EXPECT_LE(m_window.height(), scaledScreen.height());
  m_window.openFiles({QString::fromStdString(m_folder.path())});
  ASSERT_TRUE(settles());
  for (RanksPanel* panel : m_window.findChildren<RanksPanel*>()) {
    panel->showHeatMap();
  }
  ASSERT_TRUE(settles());
  m_window.resize(scaledScreen);
  QApplication::processEvents();
  EXPECT_LE(m_window.width(), scaledScreen.width()) << "with the panel below the timeline";
}

TEST_F(HeatMapPage, saysThatThereAreNoSteps) {
  test::TemporaryFolder folder;
  for (int rank = 0; rank < 2; ++rank) {
    folder.add(fmt::format("rank{}.json", rank),
               fmt::format(R"({{"distributedInfo":{{"rank":{},"world_size":2}},"traceEvents":[)"
                           R"({{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":5}}]}})",
                           rank));
    ASSERT_TRUE(digestTrace(folder / fmt::format("rank{}.json", rank), folder / "digests", false, {}));
  }
  drop({QString::fromStdString(folder / "digests")});
  ASSERT_TRUE(settles());
  ASSERT_NE(tab(), nullptr);
  EXPECT_FALSE(page().hasMap());
  EXPECT_THAT(page().whyEmpty().toStdString(), ::testing::StartsWith("The profiles contain no steps."));
}

/// A set of so many ranks and steps, one cell of which is a hundred times the others.
std::shared_ptr<const RankSet> manyRanks(std::int32_t count, std::size_t stepCount, HeatCell worst) {
  auto set = std::make_shared<RankSet>();
  for (std::int32_t rank = 0; rank < count; ++rank) {
    auto digest = std::make_shared<RankDigest>();
    digest->stepName = "step#";
    for (std::size_t i = 0; i < stepCount; ++i) {
      digest->names.push_back(fmt::format("step#{}", i));
      const std::int64_t begin = static_cast<std::int64_t>(i) * 1000;
      const bool isWorst = std::cmp_equal(worst.place, rank) && worst.step == i;
      digest->steps.push_back({.name = static_cast<std::uint32_t>(i + 1),
                               .range = {{begin}, {begin + (isWorst ? 900 : 9)}},
                               .device = {},
                               .exposed = {},
                               .idle = {},
                               .peakBytes = {}});
    }
    set->files.push_back({.path = {}, .rank = rank, .trace = nullptr, .digest = digest});
    set->clocks.emplace_back().rank = rank;
  }
  set->rankSteps = std::make_shared<const RankSteps>(*set);
  return set;
}

TEST(HeatPicture, showsAStragglerAmongThousandsInAFewPixels) {
  const HeatCell worst{.place = 2717, .step = 333};
  const auto set = manyRanks(4096, 500, worst);
  const HeatMap map(*set, HeatMetric::StepTime);
  const HeatLayout layout = layOut(map, HeatSort::Rank);
  HeatScale rows(26);
  HeatScale columns(120);
  rows.setCount(map.ranks());
  rows.setExtent(400);
  columns.setCount(map.steps().size());
  columns.setExtent(300);
  const HeatColors& colors = HeatColors::matching(QPalette());
  const QImage image = drawn({.map = map, .layout = layout, .colors = colors, .rows = rows, .columns = columns});
  ASSERT_EQ(image.size(), QSize(300, 400));
  std::set<QRgb> found;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      found.insert(image.pixel(x, y));
    }
  }
  EXPECT_THAT(found, ::testing::UnorderedElementsAre(colors.of(0), colors.of(1)));
  const auto x = static_cast<int>(columns.begin(worst.step));
  const auto y = static_cast<int>(rows.begin(worst.place));
  EXPECT_EQ(image.pixel(x, y), colors.of(1));
}

TEST(HeatScale, zoomsAroundAPixel) {
  HeatScale scale(26);
  scale.setCount(4096);
  scale.setExtent(400);
  const auto before = scale.at(200);
  scale.setScroll(scale.zoomBy(16, 200));
  EXPECT_EQ(scale.at(200), before);
  EXPECT_GT(scale.maxScroll(), 0);
  for (int i = 0; i < 20; ++i) {
    scale.setScroll(scale.zoomBy(2, 0));
  }
  EXPECT_DOUBLE_EQ(scale.length(), 26);
  scale.showAll();
  EXPECT_EQ(scale.maxScroll(), 0);
  EXPECT_EQ(scale.used(), 400);
}

TEST(HeatView, zoomsScrollsAndStaysWithinItsRanks) {
  const auto set = manyRanks(4096, 50, {.place = 1, .step = 1});
  HeatView heat;
  heat.resize(600, 400);
  const auto map = std::make_shared<const HeatMap>(*set, HeatMetric::StepTime);
  std::vector<std::int32_t> numbers(4096);
  heat.setHeat({.map = map, .ranks = numbers, .layout = layOut(*map, HeatSort::Rank), .grouping = {}});
  heat.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&heat));
  EXPECT_EQ(heat.verticalScrollBar()->maximum(), 0) << "all are in sight";
  const QPointF middle(300, 200);
  const auto before = heat.cellAt(middle);
  QWheelEvent in(middle, heat.viewport()->mapToGlobal(middle), {}, {0, 120 * 8}, Qt::NoButton, Qt::ControlModifier,
                 Qt::NoScrollPhase, false);
  QApplication::sendEvent(heat.viewport(), &in);
  EXPECT_GT(heat.verticalScrollBar()->maximum(), 0);
  ASSERT_TRUE(before && heat.cellAt(middle));
  EXPECT_NEAR(static_cast<double>(heat.cellAt(middle)->place), static_cast<double>(before->place), 5);
  heat.showAll();
  EXPECT_EQ(heat.cellAt(heat.rectOf({1, 1}).center()), (HeatCell{1, 1})) << "the worst of those under a pixel";
  heat.zoomRows(8, 100);
  heat.setCurrent(HeatCell{.place = 4095, .step = 49});
  EXPECT_TRUE(heat.viewport()->rect().contains(heat.rectOf({4095, 49}).center().toPoint()));
  QTest::keyClick(&heat, Qt::Key_0);
  EXPECT_EQ(heat.verticalScrollBar()->maximum(), 0);
}

TEST(HeatColors, getDarkerOrLighterStepByStep) {
  for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
    applyTheme(theme);
    const HeatColors& colors = HeatColors::matching(QApplication::palette());
    double before = qGray(colors.of(0));
    for (int i = 1; i <= 16; ++i) {
      const double gray = qGray(colors.of(i / 16.0));
      EXPECT_TRUE(theme == ThemeChoice::Light ? gray < before : gray > before) << i;
      before = gray;
    }
  }
  applyTheme(ThemeChoice::Light);
}

}  // namespace
}  // namespace kernline::ui
