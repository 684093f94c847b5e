// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/inference_steps.h"

#include "core/analysis/steps/inference_batches.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(InferenceSteps, areIterationsEvenWhereRecordedStepsHoldSeveral) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#4", 0, 2000);
  loop.annotation("execute_context_1(96)_generation_0(0)", 10, 500);
  loop.kernel(20, 30, 280);
  loop.annotation("execute_context_0(0)_generation_1(1)", 510, 900);
  loop.kernel(520, 530, 580);
  loop.annotation("sample", 1000, 1100);
  loop.kernel(1010, 1020, 1030);
  const auto trace = loop.build();
  EXPECT_EQ(stepStats(*trace, foundSteps(*trace).value()).front().inference, std::nullopt);
  const std::vector<StepStats> steps = inferenceSteps(*trace);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].inference->tokens, 96);
  EXPECT_EQ(steps[0].launched.all.ns, 250);
  EXPECT_EQ(steps[1].inference->kind, InferenceKind::Decode);
  EXPECT_EQ(steps[1].launched.all.ns, 50);
}

TEST(InferenceSteps, areNoneOfOtherTraces) {
  EXPECT_TRUE(inferenceSteps(*load(fixture("h200-profiler-steps.json.gz")).value()).empty());
  EXPECT_TRUE(inferenceSteps(*load(fixture("chrome-trivial.json")).value()).empty());
}

TEST(InferenceSteps, ofOneSizeHaveTheirLongestAndTheirMedianIdleTime) {
  MadeLoop loop;
  for (const std::int64_t i : {0, 1, 2}) {
    const std::int64_t at = i * 1000;
    loop.annotation("step[DECODE bs=4]", at, at + 400 + 100 * i);
    loop.kernel(at + 10, at + 20, at + 120);
  }
  const auto trace = loop.build();
  const std::vector<InferenceBatches> batches = inferenceBatches(inferenceSteps(*trace));
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0].medianDuration.ns, 500);
  EXPECT_EQ(batches[0].maxDuration.ns, 600);
  EXPECT_EQ(batches[0].medianDevice.ns, 100);
  EXPECT_EQ(batches[0].medianIdle.ns, 400);
  EXPECT_EQ(batches[0].durationPerToken(), 1500.0 / 12);
}

}  // namespace
}  // namespace kernline::test
