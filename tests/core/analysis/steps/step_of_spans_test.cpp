// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_of_spans.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

/// By start: the step of each span of that name.
std::vector<std::uint32_t> stepsOf(const Trace& trace, const FoundSteps& steps, std::string_view name) {
  const std::vector<std::uint32_t> ofSpan = stepOfSpans(trace, steps);
  std::vector<SpanId> named;
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    if (trace.nameText(SpanId{span}) == name) {
      named.push_back(SpanId{span});
    }
  }
  std::ranges::sort(named, {}, [&](SpanId span) { return trace.start(span); });
  std::vector<std::uint32_t> made;
  std::ranges::transform(named, std::back_inserter(made), [&](SpanId span) { return ofSpan[index(span)]; });
  return made;
}

std::vector<std::uint32_t> stepsOf(const Trace& trace, std::string_view name) {
  return stepsOf(trace, foundSteps(trace).value(), name);
}

using Steps = std::vector<std::uint32_t>;

TEST(StepOfSpans, isThatOfTheLaunchWheneverTheWorkRuns) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 100, i * 100 + 90);
    loop.kernel(i * 100 + 10, i * 200 + 50, i * 200 + 250);
  }
  loop.kernel(395, 700, 800, "late");
  const auto trace = loop.build();
  EXPECT_EQ(stepsOf(*trace, "gemm"), (Steps{0, 1, 2}));
  EXPECT_EQ(stepsOf(*trace, "late"), Steps{noStep}) << "launched behind the last";
  EXPECT_EQ(stepsOf(*trace, "cudaLaunchKernel"), (Steps{0, 1, 2, noStep})) << "calls go by time";
}

TEST(StepOfSpans, ofADeviceWithoutLaunchesIsWhereTheWorkStarts) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#1 0+1000
    cpu 1: ProfilerStep#2 1000+1000
    cpu 1: ProfilerStep#3 2000+1000
    gpu 0/7: k 100+100
    gpu 0/7: ncclDevKernel_AllReduce_Sum_f32 950+100
    gpu 0/7: Memcpy 1500+10)");
  EXPECT_EQ(stepsOf(*trace, "k"), Steps{0});
  EXPECT_EQ(stepsOf(*trace, "ncclDevKernel_AllReduce_Sum_f32"), Steps{0}) << "whole, though the step ends meanwhile";
  EXPECT_EQ(stepsOf(*trace, "Memcpy"), Steps{1});
  const std::vector<StepStats> steps = stepStats(*trace, foundSteps(*trace).value());
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].device.ns, 200);
  EXPECT_EQ(steps[0].exposedCommunication.ns, 100);
  EXPECT_EQ(steps[0].launched.kernels, 2U);
  EXPECT_EQ(steps[1].device.ns, 10);
  EXPECT_EQ(steps[1].launched.memcpy.ns, 10);
  EXPECT_EQ(steps[2].device.ns, 0);
  EXPECT_EQ(outsideOfSteps(deviceActivity(*trace), steps).ns, 0);
}

TEST(StepOfSpans, ofADeviceWithStepsOfItsOwnIsOneOfThose) {
  HandMadeTrace made;
  for (const char* pid : {"0", "1"}) {
    const ProcessId device = made.process(pid, pid[0] - '0');
    const TrackId steps = made.track(device, "steps", TrackKind::Thread);
    const TrackId stream = made.track(device, "7", TrackKind::Stream);
    for (std::int64_t i = 0; i < 2; ++i) {
      made.span(steps, SpanKind::Annotation, "ProfilerStep#" + std::to_string(i), i * 1000, 1000);
      made.span(stream, SpanKind::Kernel, std::string{"k"} + pid, i * 1000 + 100, 100);
    }
  }
  const auto trace = made.build();
  const FoundSteps found = foundSteps(*trace).value();
  ASSERT_EQ(found.steps.size(), 4U);
  for (const StepStats& step : stepStats(*trace, found)) {
    EXPECT_EQ(step.device.ns, 100) << "not of both devices";
  }
}

TEST(StepOfSpans, ofUnknownLaunchesIsTheLatestBegun) {
  const auto trace = sketch(R"(ns
    cpu 5/5: ProfilerStep#0 0+1000
    cpu 6/6: ProfilerStep#0 500+1000
    gpu 0/7: k 100+10
    gpu 0/7: k 600+10)");
  EXPECT_EQ(stepsOf(*trace, "k"), (Steps{0, 1})) << "of one step alone";
}

TEST(StepOfSpans, ofTimesOfADeviceIsWhereTheWorkStarts) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 6; ++i) {
    loop.kernel(i * 10, i * 1000 + 100, i * 1000 + 200, "first");
    loop.kernel(i * 10 + 5, i * 1000 + 300, i * 1000 + 800, "second");
  }
  const auto trace = loop.build();
  const FoundSteps rounds = foundSteps(*trace, {.from = StepChoice::From::Rounds, .name = {}}).value();
  ASSERT_GE(rounds.steps.size(), 3U);
  const std::vector<std::uint32_t> ofWork = stepsOf(*trace, rounds, "second");
  EXPECT_EQ(ofWork[1], 1U);
  EXPECT_EQ(stepsOf(*trace, rounds, "cudaLaunchKernel"), Steps(12, noStep)) << "calls are at no time of the device";
}

TEST(WorkOfStepRange, isThatOfStepsOnlyIfTheRangeIsThatOfSteps) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 100, i * 100 + 90);
    loop.kernel(i * 100 + 10, i * 200 + 50, i * 200 + 250);
  }
  const auto trace = loop.build();
  const FoundSteps found = foundSteps(*trace).value();
  const TimeRange firstTwo{found.steps[0].range.begin, found.steps[1].range.end};
  const ActivityList work = activitiesOfStepRange(*trace, found, firstTwo);
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(*work, *activitiesOfSteps(*trace, found, StepNumbers{.first = 0, .last = 1}));
  EXPECT_EQ(activitiesOfStepRange(*trace, found, TimeRange{firstTwo.begin, {firstTwo.end.ns - 1}}), nullptr);
  EXPECT_EQ(activitiesOfStepRange(*trace, found, std::nullopt), nullptr);
  EXPECT_EQ(*inBoth(work, nullptr), *work);
  EXPECT_EQ(inBoth(work, activitiesOfSteps(*trace, found, StepNumbers{.first = 1, .last = 2}))->size(), 1U);
}

}  // namespace
}  // namespace kernline::test
