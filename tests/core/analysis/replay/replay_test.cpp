// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay.h"

#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/slack.h"
#include "core/analysis/steps/device_progress.h"
#include "tests/core/analysis/replay/recorded_program.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline::test {
namespace {

/// Compares the steps of a replay without any change with the recorded ones.
void expectSameSteps(const Replayed& replayed) {
  const RunReplay made = replay(replayed.run->graph(), *replayed.steps);
  EXPECT_EQ(made.steps, stepsOnDevices(*replayed.trace, *replayed.steps));
}

TEST(Replay, givesBackARunThatTheHostLimits) {
  RecordedProgram program = hostBoundProgram();
  const Replayed run = replayed(program.trace());
  expectSameSteps(run);
  EXPECT_EQ(run.run->error(), 0);
}

TEST(Replay, givesBackARunThatTheDeviceLimits) {
  RecordedProgram program = deviceBoundProgram();
  expectSameSteps(replayed(program.trace()));
}

TEST(Replay, givesBackRealRuns) {
  for (const char* file :
       {"h200-cuda-graph.json.gz", "h200-profiler-steps.json.gz", "h200-attention-original.json.gz"}) {
    SCOPED_TRACE(file);
    const auto loaded = load(fixture(file));
    ASSERT_TRUE(loaded);
    const FoundSteps steps = foundSteps(**loaded).value();
    const auto graph = RunGraph::of(**loaded);
    ASSERT_TRUE(graph);
    const RunReplay made = replay(*graph, steps);
    const std::vector<TimeRange> recorded = stepsOnDevices(**loaded, steps);
    ASSERT_EQ(made.steps.size(), recorded.size());
    std::int64_t sum = 0;
    std::int64_t off = 0;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      sum += recorded[i].length().ns;
      off += std::abs((made.steps[i].length() - recorded[i].length()).ns);
    }
    EXPECT_LE(off * 100, sum);
  }
}

TEST(Replay, givesTheSameStepsUntilATime) {
  std::array programs{hostBoundProgram(), deviceBoundProgram()};
  for (RecordedProgram& program : programs) {
    const Replayed run = replayed(program.trace());
    const std::vector<TimeRange> recorded = stepsOnDevices(*run.trace, *run.steps);
    const RunReplay made = replay(run.run->graph(), *run.steps, {.until = recorded[2].end});
    EXPECT_EQ(made.steps[0], recorded[0]);
    EXPECT_EQ(made.steps[1], recorded[1]);
  }
}

TEST(Replay, takesTheCostOfRecordingOutOfTheHost) {
  RecordedProgram program = hostBoundProgram();
  const Replayed run = replayed(program.trace());
  // Costs in a step: ten operators, ten calls and an annotation.
  const ReplayChanges changes{.recording = {.ofOperator = {2000}, .ofCall = {2000}, .ofFunction = {}}};
  EXPECT_NEAR(run.stepInUs() - run.stepInUs(changes), 42, 2);
}

TEST(Replay, takesMoreOutOfRecordingsOfItsOwn) {
  RecordedProgram program = hostBoundProgram();
  const Replayed profiled = replayed(program.trace());
  const Replayed own = replayed(program.trace(R"("kernlineRecording":{"version":1},)"));
  EXPECT_GT(own.run->recording().ofCall, profiled.run->recording().ofCall);
  EXPECT_LT(own.run->withoutProfiler(), profiled.run->withoutProfiler());
  const Undisturbed wide = own.run->undisturbed();
  const Undisturbed narrow = profiled.run->undisturbed();
  EXPECT_GT(wide.high - wide.low, narrow.high - narrow.low) << "machines differ more";
}

TEST(Replay, takesTheCostOfAnOperatorThatTheRecorderMeasured) {
  RecordedProgram program = hostBoundProgram();
  const std::string own = R"("kernlineRecording":{"version":1},"kernlineFooter":{"operatorCostNanoseconds":410},)";
  EXPECT_EQ(replayed(program.trace(own)).run->recording().ofOperator, Duration{410});
  const std::string broken = R"("kernlineRecording":{"version":1},"kernlineFooter":{"operatorCostNanoseconds":"x"},)";
  EXPECT_GT(replayed(program.trace(broken)).run->recording().ofOperator, Duration{1000});
}

TEST(Replay, leavesADeviceThatIsNeverIdleAsItIs) {
  RecordedProgram program = deviceBoundProgram();
  const Replayed run = replayed(program.trace());
  const ReplayChanges changes{.recording = {.ofOperator = {500}, .ofCall = {500}, .ofFunction = {}}};
  EXPECT_NEAR(run.stepInUs(changes), run.stepInUs(), 20);
}

TEST(Replay, letsACallWaitForTheDeviceOnlyAsLongAsThatTakes) {
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    program.op("aten::item", i * 1000 + 10, 800);
    program.kernel("slow_kernel", i * 1000 + 20, i * 1000 + 26, 700);
    program.call("cuda_runtime", "cudaStreamSynchronize", i * 1000 + 30, 700);
  }
  const Replayed run = replayed(program.trace());
  ReplayChanges changes;
  changes.activityDuration.assign(run.run->graph().activities().size(), Duration{100'000});
  EXPECT_NEAR(run.stepInUs() - run.stepInUs(changes), 600, 20);
}

/// backward() waits for the thread of autograd, which launches; what comes next waits for both.
RecordedProgram programOfTwoThreads() {
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    program.op("aten::mm", i * 1000 + 10, 50);
    program.kernel("gemm_kernel", i * 1000 + 20, i * 1000 + 26, 5);
    for (int call = 0; call < 8; ++call) {
      const double begin = i * 1000 + 100 + call * 100;
      program.op("MulBackward0", begin, 90, 2);
      program.kernel("mul_kernel", begin + 20, begin + 26, 5, 2);
    }
    program.op("aten::add", i * 1000 + 910, 50);
    program.kernel("add_kernel", i * 1000 + 920, i * 1000 + 926, 5);
  }
  return program;
}

TEST(Replay, knowsHowMuchIsQueued) {
  RecordedProgram hostBound = hostBoundProgram();
  const Replayed waiting = replayed(hostBound.trace());
  EXPECT_NEAR(waiting.run->meanQueue(waiting.run->run({}, KeptMoments::None)), 0.16, 0.03) << "16 of each 100 µs";
  RecordedProgram deviceBound = deviceBoundProgram();
  const Replayed queued = replayed(deviceBound.trace());
  EXPECT_NEAR(queued.run->meanQueue(queued.run->run({}, KeptMoments::None)), 4.5, 0.6) << "ten that are done by and by";
}

TEST(Replay, answersForALongRunFromItsFirstSteps) {
  constexpr int steps = 50;
  constexpr int callsOfStep = 7000;
  RecordedProgram program(steps, 20'000);
  for (int step = 1; step <= steps; ++step) {
    const double begin = step * 20'000;
    for (int i = 0; i < callsOfStep; ++i) {
      program.op("aten::size", begin + 2 + i, 0.5);
    }
    program.kernel("gemm_kernel", begin + 10'000, begin + 10'010, step % 2 == 0 ? 8000 : 8100);
    program.call("cuda_runtime", "cudaDeviceSynchronize", begin + 10'100, 8500);
  }
  const Replayed run = replayed(program.trace());
  ReplayChanges twice;
  for (const ReplayActivity& activity : run.run->graph().activities()) {
    twice.activityDuration.push_back({activity.length.ns * 2});
  }
  const RunReplay sample = run.run->sampledRun(twice, KeptMoments::All);
  const RunReplay whole = run.run->run(twice, KeptMoments::None);
  const std::span<const std::size_t> typical = run.run->typicalIn(sample);
  EXPECT_LT(typical.size(), run.run->typical().size());
  EXPECT_LT(run.run->countedIn(sample).size(), run.run->countedIn(whole).size());
  for (const std::size_t i : typical) {
    EXPECT_EQ(sample.steps[i], whole.steps[i]) << i;
  }
  std::int64_t sum = 0;
  for (const std::size_t i : run.run->typical()) {
    sum += whole.steps[i].length().ns;
  }
  const double mean = static_cast<double>(sum) / static_cast<double>(run.run->typical().size());
  EXPECT_NEAR(static_cast<double>(run.run->step(twice).likely.ns), mean, mean / 1000);
  EXPECT_EQ(run.run->step({}).likely, run.run->withoutProfiler());
  const std::vector<PathPiece> path = criticalPath(*run.run, twice, sample);
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.back().range.end, sample.steps[run.run->countedIn(sample).back()].end);
  EXPECT_EQ(slackOfActivities(*run.run, twice, sample).size(), run.run->graph().activities().size());
}

TEST(Replay, handsOverBetweenThreads) {
  RecordedProgram program = programOfTwoThreads();
  const Replayed run = replayed(program.trace());
  expectSameSteps(run);
  // Ten operators a step and its annotation: those of the other thread count, too.
  const ReplayChanges changes{.recording = {.ofOperator = {10'000}, .ofCall = {}, .ofFunction = {}}};
  EXPECT_NEAR(run.stepInUs() - run.stepInUs(changes), 105, 15);
}

TEST(Replay, ofNothingLaunchedIsRefused) {
  RecordedProgram program(3);
  program.op("aten::mm", 1010, 50);
  const auto trace = program.trace();
  const auto run = ReplayedRun::of(*trace, foundSteps(*trace).value());
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, says("no-launches-recorded"));
  EXPECT_THAT(ReplayedRun::of(*trace, FoundSteps{}).error().message, says("no-steps-to-predict"));
}

TEST(Replay, stopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  RecordedProgram program = hostBoundProgram();
  const auto trace = program.trace();
  const FoundSteps steps = foundSteps(*trace).value();
  const auto run = ReplayedRun::of(*trace, steps, source.get_token());
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, Error::Kind::Canceled);
}

}  // namespace
}  // namespace kernline::test
