// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/event_waits.h"

#include "core/analysis/replay/recorded_waits.h"
#include "tests/core/analysis/replay/recorded_program.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

constexpr double allReduceLength = 60;

/// Steps of DDP whose host is slow: backward, an all-reduce on a stream of its own, an activation that does not need
/// it, and an optimizer that waits for it.
RecordedProgram reducedGradients(double reducedFor = allReduceLength) {
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    const double begin = i * 1000;
    const auto calls = [&](const char* name, double at) { program.call("cuda_runtime", name, begin + at, 2); };
    program.kernel("backward_kernel", begin + 20, begin + 26, 50);
    program.op("c10d::allreduce_", begin + 100, 40);
    calls("cudaEventRecord", 105);
    calls("cudaStreamWaitEvent", 108);
    program.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", begin + 111, begin + 120, reducedFor, 1, 20);
    calls("cudaEventRecord", 120);
    calls("cudaStreamWaitEvent", 123);  // wait of a stream of NCCL
    program.kernel("gelu_kernel", begin + 200, begin + 206, 20);
    calls("cudaStreamWaitEvent", 300);
    program.kernel("adam_kernel", begin + 310, begin + 316, 100);
  }
  return program;
}

/// Returns the step where each all-reduce takes so many µs.
double stepWithReductionsOf(std::int64_t length, const Replayed& run) {
  ReplayChanges changes;
  for (const ReplayActivity& activity : run.run->graph().activities()) {
    const bool isReduction = run.trace->nameText(activity.span).starts_with("nccl");
    changes.activityDuration.push_back(isReduction ? Duration{length * 1000} : activity.length);
  }
  return run.stepInUs(changes);
}

TEST(EventWaits, holdBackWhatWaitsForSlowerLinks) {
  RecordedProgram program = reducedGradients();
  const Replayed run = replayed(program.trace());
  EXPECT_NEAR(run.stepInUs(), 1000, 1);
  EXPECT_NEAR(stepWithReductionsOf(1500, run), 50 + 1500 + 100, 40) << "backward, all-reduce, optimizer";
  EXPECT_EQ(EventWaits(run.run->graph()).find().size(), 8U) << "an all-reduce and an optimizer a step";
}

/// Steps in which stream 24 waits for stream 20, although stream 22 recorded its event later.
RecordedProgram namedEvents(bool areNamed) {
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    const double begin = i * 1000;
    program.kernel("first_kernel", begin + 20, begin + 26, 50, 1, 20);
    const int recording = program.eventCall("cudaEventRecord", begin + 30);
    program.kernel("second_kernel", begin + 40, begin + 46, 50, 1, 22);
    program.eventCall("cudaEventRecord", begin + 50);
    const int waiting = program.eventCall("cudaStreamWaitEvent", begin + 60);
    program.kernel("third_kernel", begin + 200, begin + 206, 50, 1, 24);
    const int blocking = program.eventCall("cudaEventSynchronize", begin + 300);
    if (areNamed) {
      program.synchronization("Stream Wait Event", begin + 61, waiting, recording, 24, 20);
      program.synchronization("Event Sync", begin + 301, blocking, recording, -1, 20);
    }
  }
  return program;
}

/// Names of the kernels that the third one of a step waits for.
std::set<std::string> dependenciesOfThird(const Replayed& run) {
  std::set<std::string> names;
  for (const ReplayActivity& activity : run.run->graph().activities()) {
    if (run.trace->nameText(activity.span) == "third_kernel" && activity.dependency != ReplayActivity::none) {
      names.emplace(run.trace->nameText(run.run->graph().activities()[activity.dependency].span));
    }
  }
  return names;
}

TEST(EventWaits, areThoseThatTheTraceNames) {
  RecordedProgram named = namedEvents(true);
  const Replayed run = replayed(named.trace());
  EXPECT_EQ(dependenciesOfThird(run), std::set<std::string>{"first_kernel"});
  EXPECT_EQ(run.run->graph().inferredWaits(), 0U);
  const std::vector<ReplayWait>& waits = run.run->graph().threads().front().waits;
  ASSERT_EQ(waits.size(), 4U);
  EXPECT_EQ(run.trace->nameText(run.run->graph().activities()[waits.front().activity].span), "first_kernel");

  RecordedProgram unnamed = namedEvents(false);
  const Replayed inferred = replayed(unnamed.trace());
  EXPECT_EQ(dependenciesOfThird(inferred), std::set<std::string>{"second_kernel"}) << "whose event was recorded last";
  EXPECT_EQ(inferred.run->graph().inferredWaits(), 4U);
}

TEST(EventWaits, areReadFromARealTrace) {
  const auto loaded = load(fixture("torch-cuda-event-sync.json.gz"));
  ASSERT_TRUE(loaded);
  const auto graph = RunGraph::of(**loaded);
  ASSERT_TRUE(graph);
  const RecordedWaits waits = recordedWaits(*graph);
  ASSERT_EQ(waits.streams.size(), 1U);
  const auto streamOf = [&](std::uint32_t activity) {
    return (*loaded)->text((*loaded)->track((*loaded)->trackOf(graph->activities()[activity].span)).tid);
  };
  EXPECT_EQ(streamOf(waits.streams.front().activity), "24");
  EXPECT_EQ(streamOf(waits.streams.front().dependency), "20");
}

TEST(EventWaits, areNoneWhereTheRecordingContradictsThem) {
  RecordedProgram program = reducedGradients(400);  // the optimizer began before they ended
  const Replayed run = replayed(program.trace());
  EXPECT_NEAR(stepWithReductionsOf(1500, run), 1500, 40);
  EXPECT_EQ(EventWaits(run.run->graph()).find().size(), 4U);
}

}  // namespace
}  // namespace kernline::test
