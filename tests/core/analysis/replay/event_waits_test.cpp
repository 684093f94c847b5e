// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/event_waits.h"

#include "tests/core/analysis/replay/recorded_program.h"

#include <gtest/gtest.h>

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
    calls("cudaStreamWaitEvent", 123);  // of a stream of NCCL
    program.kernel("gelu_kernel", begin + 200, begin + 206, 20);
    calls("cudaStreamWaitEvent", 300);
    program.kernel("adam_kernel", begin + 310, begin + 316, 100);
  }
  return program;
}

/// Returns the step where each all-reduce takes so many µs.
double stepWithReductionsOf(std::int64_t length, const Replayed& run) {
  ReplayChanges changes;
  for (const ReplayWork& work : run.run->graph().work()) {
    const bool isReduction = run.trace->nameText(work.span).starts_with("nccl");
    changes.workDuration.push_back(isReduction ? Duration{length * 1000} : work.length);
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

TEST(EventWaits, areNoneWhereTheRecordingContradictsThem) {
  RecordedProgram program = reducedGradients(400);  // the optimizer began before they ended
  const Replayed run = replayed(program.trace());
  EXPECT_NEAR(stepWithReductionsOf(1500, run), 1500, 40);
  EXPECT_EQ(EventWaits(run.run->graph()).find().size(), 4U);
}

}  // namespace
}  // namespace kernline::test
