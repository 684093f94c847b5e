// SPDX-License-Identifier: GPL-3.0-or-later
// The timelines of a comparison show the steps that it measures.
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"

#include <QAction>

#include <algorithm>
#include <vector>

namespace kernline::ui {
namespace {

using RunsSteps = Window;

TEST_F(RunsSteps, areThoseOfTheDeviceWhereTheHostRunsAhead) {
  m_window.openFiles({QString::fromStdString(test::shared("pairs/fusion.before.json.xz")),
                      QString::fromStdString(test::shared("pairs/fusion.after.json.xz"))});
  ASSERT_TRUE(settles());
  tabs().setCurrentIndex(0);
  ASSERT_TRUE(settles());
  m_window.commands()[Command::CompareTraces]->trigger();
  auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  ASSERT_TRUE(test::waitUntil([&] { return !runs->isBusy() && runs->comparison() != nullptr; }));
  std::size_t seen = 0;
  for (const ComparedRun& run : runs->comparison()->runs) {
    for (TimelineView* view : runs->findChildren<TimelineView*>()) {
      if (view->trace() != run.trace) {
        continue;
      }
      ++seen;
      for (const TimeRange& measured : run.steps.steps) {
        EXPECT_EQ(std::ranges::count(view->scene().steps().all(), measured, &Step::range), 1);
      }
      EXPECT_EQ(view->scene().steps()[run.steps.warmUp].range, run.steps.steps.front());
    }
  }
  EXPECT_EQ(seen, 2U);
}

}  // namespace
}  // namespace kernline::ui
