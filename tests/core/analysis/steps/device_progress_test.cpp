// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/device_progress.h"

#include "core/analysis/steps/activities_of_steps.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;

std::vector<TimeRange> rangesOf(MadeLoop& loop) {
  const auto trace = loop.build();
  return stepsOnDevices(*trace, foundSteps(*trace).value());
}

/// Steps of 100 ns on the host; each launches work of `device` ns at once.
MadeLoop loopOf(std::int64_t device, int steps = 3) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < steps; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), 100 * i, 100 * i + 100);
    const std::int64_t begin = device > 100 ? 20 + device * i : 100 * i + 20;
    loop.kernel(100 * i + 10, begin, begin + device);
  }
  return loop;
}

TEST(DeviceProgress, endsStepsOnTheDeviceWhereTheHostRunsAhead) {
  MadeLoop loop = loopOf(400);
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {420}}, TimeRange{{420}, {820}}, TimeRange{{820}, {1220}}));
}

TEST(DeviceProgress, leavesStepsAsTheyAreWhereTheDeviceWaitsForTheHost) {
  MadeLoop loop = loopOf(50);
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {100}}, TimeRange{{100}, {200}}, TimeRange{{200}, {300}}));
}

TEST(DeviceProgress, beginsTheFirstStepBehindWorkThatWasLaunchedBeforeTheRecording) {
  MadeLoop loop = loopOf(400, 0);
  loop.made.span(loop.stream, SpanKind::Kernel, "gemm", 5, 300);  // its launch is not recorded
  loop.made.span(loop.stream, SpanKind::Kernel, "gemm", 305, 400);
  for (std::int64_t i = 0; i < 2; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), 100 * i, 100 * i + 100);
    loop.kernel(100 * i + 10, 705 + 400 * i, 1105 + 400 * i);
  }
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{705}, {1105}}, TimeRange{{1105}, {1505}}));
}

TEST(DeviceProgress, takesWorkOfUnknownLaunchForLaunchedOnceTheDeviceWasIdle) {
  constexpr std::int64_t us = 1000;
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), 1000 * i * us, 1000 * (i + 1) * us);
    loop.kernel((1000 * i + 10) * us, (1000 * i + 20) * us, (1000 * i + 120) * us);
    // On a stream without any launch, long after the device was idle.
    loop.made.span(loop.otherStream, SpanKind::Kernel, "ncclKernel", (1000 * i + 500) * us, 100 * us);
  }
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {1000 * us}}, TimeRange{{1000 * us}, {2000 * us}},
                                          TimeRange{{2000 * us}, {3000 * us}}));
}

TEST(DeviceProgress, leavesStepsAsTheyAreWithoutLaunches) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 100);
  loop.annotation("ProfilerStep#1", 100, 200);
  loop.made.span(loop.stream, SpanKind::Kernel, "gemm", 20, 900);
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {100}}, TimeRange{{100}, {200}}));
}

TEST(DeviceProgress, waitsForNoOtherProcess) {
  MadeLoop loop = loopOf(50);
  const TrackId other = loop.made.track(loop.made.process("9"), "9", TrackKind::Thread);
  loop.work(other, loop.otherStream, SpanKind::Kernel, "gemm", 30, 40, 2000);
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {100}}, TimeRange{{100}, {200}}, TimeRange{{200}, {300}}));
}

TEST(DeviceProgress, beginsStepsBesideWorkThatDoesNotHoldThemUp) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 800);
    loop.kernel(i * 1000 + 10, i * 1000 + 100, i * 1000 + 600);
    loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "log", i * 1000 + 900, i * 1000 + 1550, i * 1000 + 1650);
  }
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {800}}, TimeRange{{1000}, {1800}}, TimeRange{{2000}, {2800}}));
}

TEST(DeviceProgress, beginsAStepBehindEarlierWorkThatHoldsItUp) {
  MadeLoop loop;
  loop.kernel(0, 10, 500, "evaluation");  // kernel of no step
  for (std::int64_t i = 0; i < 2; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), 20 + 100 * i, 120 + 100 * i);
    loop.kernel(30 + 100 * i, 500 + 300 * i, 800 + 300 * i);
  }
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{500}, {800}}, TimeRange{{800}, {1100}}));
}

TEST(DeviceProgress, lastsUntilTheLastOfSeveralDevicesIsThrough) {
  MadeLoop loop = loopOf(150);
  const TrackId second = loop.made.track(loop.made.process("1", 1), "7", TrackKind::Stream);
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.work(loop.thread, second, SpanKind::Kernel, "gemm", 100 * i + 15, 30 + 300 * i, 330 + 300 * i);
  }
  EXPECT_THAT(rangesOf(loop), ElementsAre(TimeRange{{0}, {330}}, TimeRange{{330}, {630}}, TimeRange{{630}, {930}}));
}

TEST(StepRanges, areThoseOfStepsAsDevicesEndThemAndAsTheHostDoes) {
  MadeLoop loop = loopOf(400);
  const auto trace = loop.build();
  FoundSteps found = foundSteps(*trace).value();
  EXPECT_EQ(found.timeOf(1), (TimeRange{{100}, {200}})) << "not measured yet";
  measureOnDevices(*trace, {&found, 1});
  EXPECT_EQ(found.timeOf(1), (TimeRange{{420}, {820}}));
  EXPECT_THAT(stepsOnDevices(*trace, found), ElementsAre(found.timeOf(0), found.timeOf(1), found.timeOf(2)));
  const ActivityList launched = activitiesOfSteps(*trace, found, {.first = 1, .last = 2});
  for (const TimeRange range : {TimeRange{{420}, {1220}}, TimeRange{{100}, {300}}}) {
    const ActivityList work = activitiesOfStepRange(*trace, found, range);
    ASSERT_NE(work, nullptr);
    EXPECT_EQ(*work, *launched);
    EXPECT_EQ(numbersOfStepRange(*trace, found, range)->first, 1U);
  }
  EXPECT_EQ(activitiesOfStepRange(*trace, found, TimeRange{{100}, {820}}), nullptr);
}

TEST(StepLengths, areThoseOfTheDeviceAndSayThatTheHostRunsAhead) {
  MadeLoop ahead = loopOf(400);
  const auto lengths = stepLengths(figuresOf(*ahead.build()));
  ASSERT_TRUE(lengths);
  EXPECT_EQ(lengths->step.ns, 400);
  EXPECT_EQ(lengths->host.ns, 100);
  EXPECT_TRUE(lengths->isHostAhead);
  MadeLoop behind = loopOf(50);
  EXPECT_FALSE(stepLengths(figuresOf(*behind.build()))->isHostAhead);
  EXPECT_FALSE(stepLengths({}));
}

}  // namespace
}  // namespace kernline::test
