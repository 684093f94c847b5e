// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/retimed_trace.h"

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/replay/run_changes.h"
#include "core/analysis/steps/device_progress.h"
#include "core/output/export/cut_trace.h"
#include "tests/core/analysis/replay/recorded_program.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

constexpr std::int64_t everything = std::numeric_limits<std::int64_t>::max();

std::shared_ptr<const Trace> withoutProfiler(const Replayed& run) {
  return retimedTrace(run.run->graph(), *run.steps, run.run->run({}, KeptMoments::All));
}

/// The mean step on the devices, in µs.
double stepInUs(const Trace& trace) {
  const FoundSteps steps = foundSteps(trace).value();
  const std::vector<TimeRange> ranges = stepsOnDevices(trace, steps);
  const std::int64_t sum = std::accumulate(ranges.begin(), ranges.end(), std::int64_t{},
                                           [](std::int64_t all, TimeRange range) { return all + range.length().ns; });
  return static_cast<double>(sum) / 1000 / static_cast<double>(ranges.size());
}

/// Work with the call that launched it.
std::vector<std::pair<SpanId, SpanId>> launchesOf(const Trace& trace) {
  std::vector<std::pair<SpanId, SpanId>> launches;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kind(SpanId{i}) == SpanKind::Kernel) {
      launches.emplace_back(trace.launchOf(SpanId{i}), SpanId{i});
    }
  }
  return launches;
}

void expectOrderedLanes(const Trace& trace) {
  for (const Lane& lane : trace.lanes()) {
    for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
      ASSERT_GE(trace.duration(SpanId{i}).ns, 0);
      if (i > lane.firstSpan) {
        ASSERT_LE(trace.end(SpanId{i - 1}), trace.start(SpanId{i}));
      }
    }
  }
}

TEST(RetimedTrace, isTheRecordedOneWithoutAnyChange) {
  for (const char* file : {"h200-profiler-steps.json.gz", "h200-attention-original.json.gz"}) {
    SCOPED_TRACE(file);
    const auto trace = load(fixture(file)).value();
    const FoundSteps steps = foundSteps(*trace).value();
    const auto graph = RunGraph::of(*trace);
    ASSERT_TRUE(graph);
    const auto same = retimedTrace(*graph, steps, replay(*graph, steps, {}, KeptMoments::All));
    ASSERT_TRUE(same);
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      ASSERT_LE(std::abs((same->start(SpanId{i}) - trace->start(SpanId{i})).ns), 2000) << trace->nameText(SpanId{i});
    }
    EXPECT_EQ(same->launches().size(), trace->launches().size());
    EXPECT_EQ(same->name(SpanId{3}), trace->name(SpanId{3}));
    expectOrderedLanes(*same);
  }
}

TEST(RetimedTrace, tellsWhatMoved) {
  RecordedProgram hostBound = hostBoundProgram();
  RecordedProgram deviceBound = deviceBoundProgram();
  const auto movedOf = [](const std::shared_ptr<const Trace>& trace) {
    const Replayed run = replayed(trace);
    const std::vector<bool> moved = movedActivities(*trace, *withoutProfiler(run));
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      EXPECT_TRUE(!moved[i] || trace->kind(SpanId{i}) == SpanKind::Kernel);
    }
    return std::ranges::count(moved, true);
  };
  EXPECT_GT(movedOf(hostBound.trace()), 30) << "each kernel is launched sooner behind the one before";
  EXPECT_LE(movedOf(deviceBound.trace()), 4) << "the first of a step at most: all others had been queued";
  const auto trace = hostBound.trace();
  EXPECT_EQ(std::ranges::count(movedActivities(*trace, *trace), true), 0);
  RecordedProgram annotated = deviceBoundProgram();  // every other step lies below an annotation, in another lane
  annotated.deviceAnnotation("step", 2000, 997);
  annotated.deviceAnnotation("step", 4000, 997);
  const auto inLanes = annotated.trace();
  ASSERT_TRUE(std::ranges::any_of(
      inLanes->tracks(), [](const Track& track) { return track.kind == TrackKind::Stream && track.laneCount == 2; }));
  EXPECT_LE(movedOf(inLanes), 4);
}

TEST(RetimedTrace, tellsWhichCallsAreShorter) {
  RecordedProgram program(4);
  for (int i = 10; i < 50; ++i) {
    program.op("aten::add", i * 100 + 10, 30);
    program.kernel("add_kernel", i * 100 + 20, i * 100 + 26, 10);
  }
  const auto trace = program.trace();
  const auto made = withoutProfiler(replayed(trace));
  const std::vector<bool> shortened = shortenedCalls(*trace, *made);
  int ops = 0;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const SpanId span{i};
    ops += shortened[i] && trace->kind(span) == SpanKind::Op ? 1 : 0;
    EXPECT_TRUE(!shortened[i] || made->duration(span) < trace->duration(span)) << trace->nameText(span);
    EXPECT_FALSE(shortened[i] && isDeviceActivity(trace->kind(span)));
  }
  EXPECT_EQ(ops, 40) << "recording each of them cost time";
  EXPECT_EQ(std::ranges::count(shortenedCalls(*trace, *trace), true), 0);
}

/// Two traces of the same spans: what surrounds a shorter call is shorter too, but took as long itself.
TEST(RetimedTrace, tellsNothingOfCallsAroundShorterOnes) {
  const auto recorded = sketch("cpu 1: outer 0+100\ncpu 1: inner 10+50\ngpu 0/7: work 200+9 <- launch 80+10");
  const auto made = sketch("cpu 1: outer 0+80\ncpu 1: inner 10+30\ngpu 0/7: work 150+9 <- launch 60+10");
  const std::vector<bool> shortened = shortenedCalls(*recorded, *made);
  EXPECT_TRUE(shortened[index(spanNamed(*recorded, "inner"))]);
  EXPECT_FALSE(shortened[index(spanNamed(*recorded, "outer"))]);
  EXPECT_EQ(std::ranges::count(shortened, true), 1);
}

/// A call that costs less itself, but waits longer.
TEST(RetimedTrace, tellsNothingOfCallsThatBecomeLonger) {
  const auto recorded = sketch("cpu 1: outer 0+100\ncpu 1: wait 50+10");
  const auto made = sketch("cpu 1: outer 0+120\ncpu 1: wait 30+80");
  EXPECT_EQ(std::ranges::count(shortenedCalls(*recorded, *made), true), 0);
}

TEST(RetimedTrace, hasTheStepsOfTheReplay) {
  RecordedProgram program = hostBoundProgram();
  const Replayed run = replayed(program.trace());
  const auto made = withoutProfiler(run);
  ASSERT_TRUE(made);
  expectOrderedLanes(*made);
  EXPECT_LT(stepInUs(*made), stepInUs(*run.trace) * 0.97);
  EXPECT_NEAR(stepInUs(*made), static_cast<double>(run.run->undisturbed().likely.ns) / 1000, 1);
}

TEST(RetimedTrace, isNotReplayedWithoutTheProfilerAgain) {
  RecordedProgram program = hostBoundProgram();
  const Replayed once = replayed(program.trace());
  EXPECT_FALSE(isReplayed(*once.trace));
  const Replayed twice = replayed(withoutProfiler(once));
  EXPECT_TRUE(isReplayed(*twice.trace));
  EXPECT_LT(std::abs((twice.run->undisturbed().likely - twice.run->recorded()).ns), 100);
  EXPECT_EQ(ProfilerCosts(*twice.trace).within(twice.trace->bounds()).most.ns, 0);
}

TEST(RetimedTrace, isWrittenAndReadAgain) {
  RecordedProgram program = hostBoundProgram();
  const auto made = withoutProfiler(replayed(program.trace()));
  const TemporaryFile file("", ".json");
  const auto written = cutTrace(*made, {{-everything}, {everything}}, file.path());
  ASSERT_TRUE(written) << written.error().message.english();
  const auto read = load(file.path()).value();
  EXPECT_EQ(read->spanCount(), made->spanCount());
  EXPECT_TRUE(isReplayed(*read));
  EXPECT_NEAR(stepInUs(*read), stepInUs(*made), 0.01);
}

/// Everything launched at once.
std::shared_ptr<const Trace> asGraph(const Replayed& run) {
  RunChanges changes(run.run->graph());
  changes.launchAtOnce();
  return retimedTrace(run.run->graph(), *run.steps, run.run->run(changes.changes(), KeptMoments::All));
}

TEST(RetimedTrace, keepsStepsInWhichTheHostTakesNoTime) {
  RecordedProgram program = hostBoundProgram();
  const Replayed run = replayed(program.trace());
  const auto made = asGraph(run);
  ASSERT_TRUE(made);
  expectOrderedLanes(*made);
  RunChanges changes(run.run->graph());
  changes.launchAtOnce();
  const RunReplay graph = run.run->run(changes.changes(), KeptMoments::None);
  const double predicted = static_cast<double>(run.run->meanStep(graph).ns) / 1000;
  EXPECT_NEAR(stepInUs(*made), predicted, 1);
  for (const auto& [call, work] : launchesOf(*made)) {
    EXPECT_LE(made->start(call), made->start(work));
  }
  const TemporaryFile file("", ".json");
  ASSERT_TRUE(cutTrace(*made, {{-everything}, {everything}}, file.path()));
  const auto read = load(file.path()).value();
  const FoundSteps steps = foundSteps(*read).value();
  EXPECT_EQ(steps.source, StepSource::Recorded);
  EXPECT_EQ(steps.steps.size(), run.steps->steps.size());
  EXPECT_NEAR(stepInUs(*read), predicted, 1);
  const auto launches = launchesOf(*read);
  ASSERT_EQ(launches.size(), 40U);
  for (const auto& [call, work] : launches) {
    EXPECT_EQ(read->nameText(read->parent(call)), "aten::add") << "calls stay inside of each other";
  }
}

TEST(RetimedTrace, leavesStepsAsTheyAreInWhichTheHostWaits) {
  RecordedProgram program = deviceBoundProgram();
  const Replayed run = replayed(program.trace());
  const auto made = asGraph(run);
  ASSERT_TRUE(made);
  expectOrderedLanes(*made);
  EXPECT_EQ(foundSteps(*made)->steps.size(), 4U);
  EXPECT_NEAR(stepInUs(*made), 980, 20);
}

TEST(RetimedTrace, keepsPhasesInWhichTheHostTakesNoTimeBetweenItsWaits) {
  RecordedProgram program(4);
  for (int step = 1; step <= 4; ++step) {
    const double begin = step * 1000.0;
    program.call("user_annotation", "forward", begin + 2, 400);
    program.op("aten::mm", begin + 5, 20);
    program.kernel("gemm", begin + 10, begin + 16, 300);
    program.call("cuda_runtime", "cudaStreamSynchronize", begin + 30, 290);
    program.call("user_annotation", "optimizer", begin + 410, 100);
    program.op("aten::add", begin + 415, 50);
    program.kernel("add", begin + 420, begin + 430, 500);
  }
  const Replayed run = replayed(program.trace());
  const auto made = asGraph(run);
  ASSERT_TRUE(made);
  expectOrderedLanes(*made);
  EXPECT_GT(stepInUs(*made), 795);
  EXPECT_EQ(foundSteps(*made)->steps.size(), 4U);
  for (const auto& [call, work] : launchesOf(*made)) {
    EXPECT_LE(made->start(call), made->start(work));
    const SpanId op = made->parent(call);
    ASSERT_NE(op, SpanId::none);
    const SpanId phase = made->parent(op);
    EXPECT_EQ(made->nameText(phase), made->nameText(work) == "gemm" ? "forward" : "optimizer");
    EXPECT_TRUE(made->nameText(made->parent(phase)).starts_with("ProfilerStep#"));
  }
}

TEST(RetimedTrace, isNoneIfStopped) {
  RecordedProgram program = hostBoundProgram();
  const Replayed run = replayed(program.trace());
  std::stop_source stop;
  const RunReplay made = run.run->run({}, KeptMoments::All);
  stop.request_stop();
  EXPECT_EQ(retimedTrace(run.run->graph(), *run.steps, made, stop.get_token()), nullptr);
}

}  // namespace
}  // namespace kernline::test
