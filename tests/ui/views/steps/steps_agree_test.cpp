// SPDX-License-Identifier: GPL-3.0-or-later
// One step is one thing: panels that are limited to the range of a step have its work, as `kernline steps` has.
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "ui/views/calltree/call_tree_table.h"
#include "ui/views/modules/modules_table.h"
#include "ui/views/overview/overview_figures.h"
#include "ui/views/statistics/statistics_table.h"
#include "ui/views/work/work_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

std::shared_ptr<const FoundSteps> measuredSteps(const Trace& trace) {
  FoundSteps found = foundSteps(trace).value();
  measureOnDevices(trace, {&found, 1});
  return std::make_shared<const FoundSteps>(std::move(found));
}

class StepsOfPanels : public testing::TestWithParam<const char*> {
 protected:
  StepsOfPanels() { causes->setSteps(steps); }

  std::shared_ptr<const Trace> trace = load(test::shared(GetParam())).value();
  std::shared_ptr<const FoundSteps> steps = measuredSteps(*trace);
  std::shared_ptr<TraceAnalysis> causes = causesOf(trace);  // analysis that panels share
};

TEST_P(StepsOfPanels, haveTheWorkThatWasLaunchedInThem) {
  ASSERT_FALSE(steps->steps.empty());
  for (std::size_t n = 0; n < steps->steps.size(); ++n) {
    const TimeRange range = steps->timeOf(n);
    const ActivityList works = activitiesOfSteps(*trace, *steps, StepNumbers{.first = n, .last = n});
    Duration launched;
    for (const SpanId activity : *works) {
      launched += trace->duration(activity);
    }
    const StatisticsRequest counted{.kinds = SpanKinds::deviceActivities(), .range = range};
    const auto statistics = makeStatisticsTable(trace, counted, {}).value();
    EXPECT_NE(statistics->launched, nullptr);
    EXPECT_EQ(statistics->statistics.total, launched) << n;
    const auto modules = makeModulesTable(trace, nullptr, range, {}).value();
    EXPECT_TRUE(modules->isOfSteps());
    EXPECT_EQ(modules->times().given.total(), launched.ns) << n;
    const auto worked =
        makeWorkTable(trace, {.by = WorkBy::Kernel, .range = range, .filter = {}, .device = {}}, {}).value();
    EXPECT_NE(worked->launched, nullptr);
    EXPECT_EQ(worked->work.all.kernelTime, launched) << n;
    const CallTreeRequest called{.options = {.range = range}, .filter = {}};
    const auto tree = makeCallTreeTable(trace, called, nullptr, {}).value();
    EXPECT_EQ(tree->tree->total(CallTree::root, CallWeight::Device), launched.ns) << n;
  }
}

TEST_P(StepsOfPanels, areAnyRangeIfTheirEndsAreNotMet) {
  const TimeRange step = steps->timeOf(0);
  const TimeRange range{step.begin, {step.end.ns - 1}};
  EXPECT_EQ(makeStatisticsTable(trace, {.kinds = SpanKinds::deviceActivities(), .range = range}, {}).value()->launched,
            nullptr);
  EXPECT_FALSE(makeModulesTable(trace, nullptr, range, {}).value()->isOfSteps());
  EXPECT_EQ(
      makeWorkTable(trace, {.by = WorkBy::Kernel, .range = range, .filter = {}, .device = {}}, {}).value()->launched,
      nullptr);
}

TEST_P(StepsOfPanels, haveTheirDeviceTimeInTheOverview) {
  const std::vector<StepStats> all = stepStats(*trace, *steps);
  const auto figures = makeOverviewFigures(trace, steps, std::nullopt, {}).value();
  const DevicePhases phases = makeDevicePhases(*figures, {}).value();
  const std::vector<StepStats> chosen = figuresOf(phases, figures->steps);
  ASSERT_EQ(chosen.size(), all.size());
  for (std::size_t n = 0; n < all.size(); ++n) {
    EXPECT_EQ(chosen[n].device, all[n].device) << n;
  }
  const TimeRange last = steps->timeOf(steps->steps.size() - 1);
  const auto part = makeOverviewFigures(trace, steps, last, {}).value();
  const std::vector<StepStats> ofPart = figuresOf(makeDevicePhases(*part, {}).value(), part->steps);
  ASSERT_FALSE(ofPart.empty());
  EXPECT_EQ(ofPart.back().device, all.back().device) << "of the whole step, though other steps are out of sight";
}

INSTANTIATE_TEST_SUITE_P(Traces, StepsOfPanels,
                         testing::Values("h200/ddp_rank0.pt.trace.json.gz", "h200/gpt_stack_trace.json.gz",
                                         "formats/graphs/graph_replay.json.gz", "pairs/fusion.before.json.xz"),
                         [](const auto& trace) { return test::testName(trace.param); });

}  // namespace
}  // namespace kernline::ui
