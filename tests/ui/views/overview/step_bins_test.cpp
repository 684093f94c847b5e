// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/step_bins.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

std::vector<StepParts> stepsOf(std::initializer_list<std::int64_t> kernelTimes) {
  std::vector<StepParts> steps;
  for (const std::int64_t ns : kernelTimes) {
    StepParts& step = steps.emplace_back();
    step.step.range = {{0}, {ns}};
    step.parts.parts[0] = {ns};
  }
  return steps;
}

TEST(StepBins, areOneAStepWhileThereAreFew) {
  const auto bins = stepBins(stepsOf({10, 20, 30}), 3);
  ASSERT_EQ(bins.size(), 3U);
  EXPECT_EQ(bins[1].count, 1U);
  EXPECT_EQ(bins[1].mean[TimeCategory::Kernel].ns, 20);
}

TEST(StepBins, areMeansOfNeighboursOtherwise) {
  const auto bins = stepBins(stepsOf({10, 20, 30, 50, 100}), 3);
  ASSERT_EQ(bins.size(), 3U);
  EXPECT_EQ(bins[1].first, 2U);
  EXPECT_EQ(bins[1].mean[TimeCategory::Kernel].ns, 40);
  EXPECT_EQ(bins[1].longest, 3U);
  EXPECT_EQ(bins[2].count, 1U);
}

TEST(StepBins, doNotMixTheStepsOfTwoProcesses) {
  std::vector<StepParts> steps = stepsOf({10, 20, 30, 50, 100});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].step.process = ProcessId{i < 3 ? 0U : 1U};
  }
  const auto bins = stepBins(steps, 2);
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].count, 3U);
  EXPECT_EQ(bins[1].mean[TimeCategory::Kernel].ns, 75);
}

TEST(StepBins, ofNoStepsAreNone) {
  EXPECT_TRUE(stepBins({}, 3).empty());
}

}  // namespace
}  // namespace kernline::ui
