// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_steps.h"

#include "core/analysis/activity/device_rows.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

MeasuredSteps measured(MadeLoop& loop) {
  const auto trace = loop.build();
  const DeviceRows device = deviceRows(*trace).front();
  return measuredSteps(*trace, device, workByStart(*trace, device));
}

TEST(MeasuredSteps, areFoundOnTheHostWhereNoneAreRecordedAndTheDeviceRepeatsNothing) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200, "one" + std::to_string(i));
    loop.kernel(i * 1000 + 30, i * 1000 + 300, i * 1000 + 950, "two" + std::to_string(i));
  }
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Annotation);
  EXPECT_EQ(steps.name, "train_step");
  EXPECT_EQ(steps.steps, (std::vector<TimeRange>{{{10}, {950}}, {{1010}, {1950}}, {{2010}, {2950}}, {{3010}, {3950}}}));
}

TEST(MeasuredSteps, areRecordedOnesWhateverElseRepeats) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 900);
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200);
  }
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Recorded);
  EXPECT_EQ(steps.name, "step");
  EXPECT_EQ(steps.steps.size(), 3U);
}

TEST(MeasuredSteps, endWhereTheNextBeginsIfTheirAnnotationsOverlapALittle) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 8; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + (i == 7 ? 1000 : 1010));
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 900);
  }
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Recorded);
  ASSERT_EQ(steps.steps.size(), 8U);
  EXPECT_EQ(steps.steps[0], (TimeRange{{0}, {1000}}));
  EXPECT_EQ(steps.steps[6], (TimeRange{{6000}, {7000}}));
}

TEST(MeasuredSteps, areTheOuterOfNestedOnes) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 900);
    loop.annotation("step 0", i * 1000, i * 1000 + 400);
    loop.annotation("step 1", i * 1000 + 400, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 300);
    loop.kernel(i * 1000 + 420, i * 1000 + 500, i * 1000 + 895);
  }
  EXPECT_THAT(measured(loop).steps,
              testing::ElementsAre(TimeRange{{0}, {900}}, TimeRange{{1000}, {1900}}, TimeRange{{2000}, {2900}}));
}

TEST(MeasuredSteps, areRoundsOfTheDeviceRatherThanAnnotations) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200, "one");
    loop.kernel(i * 1000 + 30, i * 1000 + 300, i * 1000 + 950, "two");
  }
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Rounds);
  EXPECT_EQ(steps.steps.front(), (TimeRange{{100}, {1100}}));
  EXPECT_EQ(steps.incomplete, 1U) << "nothing marks the end of the last";
}

}  // namespace
}  // namespace kernline::test
