// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_steps.h"

#include "core/analysis/activity/device_tracks.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

MeasuredSteps measured(MadeLoop& loop) {
  const auto trace = loop.build();
  const DeviceTracks device = deviceTracks(*trace).front();
  return measuredSteps(*trace, device, activitiesByStart(*trace, device)).value();
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
  EXPECT_EQ(steps.name, "ProfilerStep#");
  EXPECT_EQ(steps.names, (std::vector<std::string>{"ProfilerStep#0", "ProfilerStep#1", "ProfilerStep#2"}));
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

/// Makes the device activities in four steps of a host, with or without launches.
MadeLoop annotated(bool hasLaunches) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    if (hasLaunches) {
      loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200, "one");
      loop.kernel(i * 1000 + 30, i * 1000 + 300, i * 1000 + 950, "two");
    } else {
      loop.made.span(loop.stream, SpanKind::Kernel, "one", i * 1000 + 100, 100);
      loop.made.span(loop.stream, SpanKind::Kernel, "two", i * 1000 + 300, 650);
    }
  }
  return loop;
}

TEST(MeasuredSteps, areThoseOfAllOtherViewsWhereLaunchesSayWhoseWorkIsWhose) {
  MadeLoop loop = annotated(true);
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Annotation);
  EXPECT_EQ(steps.steps.size(), 4U);
}

TEST(MeasuredSteps, areRoundsOfTheDeviceRatherThanAnnotationsWithoutLaunches) {
  MadeLoop loop = annotated(false);
  const MeasuredSteps steps = measured(loop);
  EXPECT_EQ(steps.source, StepSource::Rounds);
  EXPECT_EQ(steps.steps.front(), (TimeRange{{100}, {1100}}));
  EXPECT_EQ(steps.incomplete, 1U) << "nothing marks the end of the last";
}

TEST(MeasuredSteps, lastUntilTheDeviceHasDoneTheirWork) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 100, i * 100 + 100);
    loop.kernel(i * 100 + 10, 20 + i * 400, 420 + i * 400);
  }
  const MeasuredSteps steps = measured(loop);
  EXPECT_THAT(steps.steps,
              testing::ElementsAre(TimeRange{{0}, {420}}, TimeRange{{420}, {820}}, TimeRange{{820}, {1220}}));
  EXPECT_EQ(steps.host[1], (TimeRange{{100}, {200}}));
}

TEST(MeasuredSteps, areChosenByNameNumberedNameOrKind) {
  const auto chosen = [](const char* name) {
    MadeLoop loop;
    for (std::int64_t i = 0; i < 3; ++i) {
      loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 900);
      loop.annotation("decode " + std::to_string(i), i * 1000 + 10, i * 1000 + 500);
      loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 200);
    }
    const auto trace = loop.build();
    const DeviceTracks device = deviceTracks(*trace).front();
    return measuredSteps(*trace, device, activitiesByStart(*trace, device), name);
  };
  EXPECT_EQ(chosen("decode #")->steps.size(), 3U);
  EXPECT_EQ(chosen("decode #")->steps.front(), (TimeRange{{10}, {500}}));
  EXPECT_EQ(chosen("recorded")->name, "ProfilerStep#");
  EXPECT_EQ(chosen("gemm")->steps.size(), 3U) << "spans of the device";
  EXPECT_FALSE(chosen("train_step")) << "no such spans";
  EXPECT_THAT(chosen("train_step").error().message, saysInEnglish(testing::HasSubstr("train_step")));
  EXPECT_FALSE(chosen("(")) << "no expression";
}

}  // namespace
}  // namespace kernline::test
