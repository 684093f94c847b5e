// SPDX-License-Identifier: GPL-3.0-or-later
// Where the host runs ahead, the timeline shows steps as devices end them, like the command line.
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/idle_without_profiler.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/format/quantity.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/timeline/canvas_card.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/visible_time.h"

#include <QLabel>
#include <QTableView>

#include <vector>

namespace kernline::ui {
namespace {

class StepsOnDevices : public Window {
 protected:
  void openPair(const char* name) {
    m_window.openFiles({QString::fromStdString(test::shared(name))});
    ASSERT_TRUE(settles());
    ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
    m_window.currentFile()->setFocus();
    m_stats = stepStats(trace(), foundSteps(trace()).value());
  }
  [[nodiscard]] const ShownSteps& steps() { return view().scene().steps(); }

  std::vector<StepStats> m_stats;
};

TEST_F(StepsOnDevices, areShownAsTheCommandLineMeasuresThem) {
  for (const char* pair : {"pairs/fusion.before.json.xz", "pairs/precision_bf16.before.json.xz"}) {
    openPair(pair);
    ASSERT_EQ(steps().all().size(), m_stats.size());
    for (std::size_t i = 0; i < m_stats.size(); ++i) {
      EXPECT_EQ(steps()[i].range, m_stats[i].onDevice) << i;
      EXPECT_EQ(steps().onHost()[i].range, m_stats[i].step.range) << i;
    }
  }
}

TEST_F(StepsOnDevices, areTheRangeThatIsChosenWithTheWorkThatTheyLaunched) {
  openPair("pairs/fusion.before.json.xz");
  view().scene().selection().selectStep(1);
  press(Qt::Key_R);
  ASSERT_EQ(view().chosenRange(), std::optional(m_stats[1].onDevice));
  const FoundSteps found = foundSteps(trace()).value();
  const ActivityList launched = activitiesOfSteps(trace(), found, {.first = 1, .last = 1});
  const ActivityList ofRange = activitiesOfStepRange(trace(), *steps().found(), view().chosenRange());
  ASSERT_NE(ofRange, nullptr);
  EXPECT_EQ(*ofRange, *launched);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("rangeLength")->text().startsWith(QStringLiteral("Step 1 · ")));
  press(Qt::Key_F6);
  ASSERT_TRUE(settles());
  auto* table = child<QTableView>("overviewSteps");
  EXPECT_EQ(table->model()->rowCount(), 1) << "the chosen one";
}

TEST_F(StepsOnDevices, haveBothTimesInTheirCardsWhereTheyDiffer) {
  openPair("pairs/fusion.before.json.xz");
  const QString both = cardOfStep(view().scene(), 1).text();
  EXPECT_TRUE(both.contains(QString::fromStdString(formatDuration(m_stats[1].onDevice.length()))))
      << both.toStdString();
  EXPECT_TRUE(both.contains(QStringLiteral("On the host"))) << both.toStdString();
  EXPECT_TRUE(both.contains(QString::fromStdString(formatDuration(m_stats[1].step.range.length()))));
  openPair("pairs/precision_bf16.after.json.xz");
  const QString one = cardOfStep(view().scene(), 1).text();
  EXPECT_FALSE(one.contains(QStringLiteral("On the host"))) << one.toStdString();
}

TEST_F(StepsOnDevices, areFittedByAClickInTheOverview) {
  openPair("pairs/fusion.before.json.xz");
  press(Qt::Key_F6);
  ASSERT_TRUE(settles());
  auto* table = child<QTableView>("overviewSteps");
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, 0)).center());
  EXPECT_EQ(m_window.currentTrace()->page(), TraceTab::Page::Timeline);
  EXPECT_EQ(view().scene().selection().step(), std::optional<std::size_t>(2));
  EXPECT_EQ(view().visibleRange(), withMargin(m_stats[2].onDevice, 0.05));
}

TEST_F(StepsOnDevices, areIdleWithoutTheProfilerAsTheSummarySays) {
  openPair("pairs/precision_bf16.after.json.xz");
  const std::shared_ptr<const ReplayedRun> run = causesOf(m_window.currentTrace()->trace())->replayedRun();
  ASSERT_NE(run, nullptr);
  const std::vector<DeviceIdle> expected = idleWithoutProfiler(*run);
  ASSERT_EQ(expected.size(), 1U);
  press(Qt::Key_P, Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  ASSERT_TRUE(m_window.currentTrace()->isReplayed());
  const std::vector<DeviceIdle> shown = idleCauses(trace());
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].idle, expected[0].idle);
  EXPECT_EQ(shown[0].sums, expected[0].sums);
  EXPECT_EQ(shown[0].window, expected[0].window);
}

}  // namespace
}  // namespace kernline::ui
