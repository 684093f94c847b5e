// SPDX-License-Identifier: GPL-3.0-or-later
// The timelines of a comparison show the steps that it measures.
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "ui/views/timeline/timeline_scene.h"

#include <algorithm>
#include <vector>

namespace kernline::ui {
namespace {

using RunsSteps = RunsWindowTest;

TEST_F(RunsSteps, areThoseOfTheDeviceWhereTheHostRunsAhead) {
  compare({test::shared("pairs/fusion.before.json.xz"), test::shared("pairs/fusion.after.json.xz")});
  std::size_t seen = 0;
  for (const ComparedRun& run : m_runs->comparison()->runs) {
    for (TimelineView* view : m_runs->findChildren<TimelineView*>()) {
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
