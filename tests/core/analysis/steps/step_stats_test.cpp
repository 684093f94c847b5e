// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_stats.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/inference_batches.h"
#include "core/analysis/steps/phase_sums.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

TEST(StepStats, giveEveryMomentOfADeviceToOnePhase) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 1000);
  loop.work(loop.thread, loop.stream, SpanKind::Memcpy, "Memcpy HtoD (Pinned -> Device)", 5, 10, 30);
  loop.kernel(40, 50, 150, "attention");
  loop.made.span(loop.autograd, SpanKind::Op, "autograd::engine::evaluate_function: MulBackward0", 200, 100);
  loop.work(loop.autograd, loop.stream, SpanKind::Kernel, "mul", 210, 220, 320);
  loop.work(loop.autograd, loop.otherStream, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32", 250, 260, 400);
  loop.annotation("Optimizer.step#AdamW.step", 410, 500);
  loop.kernel(420, 430, 480, "adam");
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 1U);
  const StepStats& step = steps.front();
  EXPECT_EQ(step.device.ns, 20 + 100 + 180 + 50);
  EXPECT_EQ(step.idle.ns, 1000 - 350);
  EXPECT_EQ(step.launched.all.ns, 350);
  EXPECT_EQ(step.exposedCommunication.ns, 80);
  EXPECT_EQ(phaseOf(step, StepPhase::Forward).device.ns, 100);
  EXPECT_EQ(phaseOf(step, StepPhase::Backward).device.ns, 100);
  EXPECT_EQ(phaseOf(step, StepPhase::Backward).exposedCommunication.ns, 80);
  EXPECT_EQ(phaseOf(step, StepPhase::Backward).idle.ns, 70);
  EXPECT_EQ(phaseOf(step, StepPhase::Communication).device.ns, 80);
  EXPECT_EQ(phaseOf(step, StepPhase::Communication).launched.ns, 140);
  EXPECT_EQ(phaseOf(step, StepPhase::Optimizer).device.ns, 50);
  EXPECT_EQ(phaseOf(step, StepPhase::Optimizer).idle.ns, 30);
  EXPECT_EQ(phaseOf(step, StepPhase::Other).device.ns, 20) << "the copy of the input";
  EXPECT_EQ(phaseOf(step, StepPhase::Other).idle.ns, 10 + 520);
}

TEST(StepStats, takePhasesOfOtherThreadsFromAnnotations) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 1000);
  loop.annotation("## forward ##", 0, 100);
  loop.kernel(10, 20, 50);
  loop.annotation("## backward ##", 200, 300);
  loop.work(loop.autograd, loop.stream, SpanKind::Kernel, "grad", 210, 220, 290);
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  EXPECT_EQ(phaseOf(steps.front(), StepPhase::Forward).device.ns, 30);
  EXPECT_EQ(phaseOf(steps.front(), StepPhase::Backward).device.ns, 70);
}

constexpr const char* fusedAdam =
    "void multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, FusedAdamMathFunctor<float, 4>>";

TEST(StepStats, knowTheKernelsOfAnOptimizerThatNothingOnTheHostSpeaksFor) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {  // no annotations, no operators: repeating kernels
    const std::int64_t begin = i * 1000;
    loop.kernel(begin, begin + 10, begin + 100, "gemm_forward_or_not");
    loop.kernel(begin + 100, begin + 110, begin + 300, "gemm_of_anything");
    loop.kernel(begin + 300, begin + 310, begin + 360, fusedAdam);
  }
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 4U);
  for (const StepStats& step : steps) {
    ASSERT_EQ(step.phases.size(), 2U) << "nothing says what was forward and what backward";
    EXPECT_EQ(phaseOf(step, StepPhase::Optimizer).device.ns, 50);
    EXPECT_EQ(phaseOf(step, StepPhase::Other).device.ns, 90 + 190);
  }
}

TEST(StepStats, doNotTakeAnOptimizerAtTheBeginningOfAStepForForward) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 1000);
  loop.kernel(10, 20, 40, "scale_of_gradients");
  loop.kernel(40, 50, 100, fusedAdam);
  loop.kernel(100, 110, 200, "gemm");
  loop.annotation("## backward ##", 200, 400);
  loop.kernel(210, 220, 300, "gemm");
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Optimizer).device.ns, 50);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Forward).device.ns, 90);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Other).device.ns, 20) << "of the gradients of the step before";
}

TEST(StepStats, leaveTheForwardPassBeforeGradientsAreFreedForward) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 1000);
  loop.kernel(10, 20, 100, "gemm");
  loop.annotation("Optimizer.zero_grad#AdamW.zero_grad", 100, 200);
  loop.kernel(110, 120, 130, "fill_zeros");
  loop.annotation("## backward ##", 200, 400);
  loop.kernel(210, 220, 300, "gemm");
  const auto trace = loop.build();
  EXPECT_EQ(phaseOf(figuresOf(*trace).front(), StepPhase::Forward).device.ns, 80);
}

TEST(StepStats, tellWhatWasLaunchedOfADeviceThatIsBehind) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 100, i * 100 + 100);
    loop.kernel(i * 100 + 10, i * 200 + 50, i * 200 + 250);
  }
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 3U);
  for (const StepStats& step : steps) {
    EXPECT_EQ(step.device.ns, 200) << "of what it launched, whenever that ran";
    EXPECT_EQ(step.launched.all.ns, 200);
  }
  EXPECT_EQ(steps[0].idle.ns, 50);
  EXPECT_EQ(steps[1].idle.ns, 0) << "the device does the work of the first";
}

TEST(StepStats, addUpWithWhatIsOutsideToTheBusyTime) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 900);
    loop.kernel(i * 1000 + 10, i * 1000 + 50, i * 1000 + 650);
    loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32", i * 1000 + 20,
              i * 1000 + 600, i * 1000 + 1200);
  }
  loop.kernel(3100, 3300, 3400);
  const auto trace = loop.build();
  std::int64_t sum = 100;  // outside
  for (const StepStats& step : figuresOf(*trace)) {
    sum += step.device.ns;
  }
  EXPECT_EQ(sum, deviceActivity(*trace).front().times.busy.ns);
  const std::vector<StepStats> steps = figuresOf(*trace);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Communication).device.ns, 400) << "the next step's kernel comes first";
}

TEST(StepStats, doNotCallADeviceIdleThatDoesWorkFromBeforeTheRecording) {
  MadeLoop loop;
  loop.annotation("execute_context_0(0)_generation_32(32)", 0, 1'000'000);
  loop.kernel(10'000, 900'000, 1'000'000);
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].idle.ns, 0) << "launched long before, so it waited behind something";
  EXPECT_EQ(steps[0].unrecorded.ns, 900'000);
  const std::vector<InferenceBatches> batches = inferenceBatches(steps);
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0].sumDuration.ns, 100'000);

  MadeLoop prompt;
  prompt.annotation("execute_context_0(0)_generation_32(32)", 0, 1'000'000);
  prompt.kernel(890'000, 900'000, 1'000'000);
  const auto late = prompt.build();
  EXPECT_EQ(figuresOf(*late).front().idle.ns, 900'000) << "the host was late";
}

TEST(StepStats, chooseTheSameWorkAsItsList) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 100, i * 100 + 100);
    loop.kernel(i * 100 + 10, i * 200 + 50, i * 200 + 250);
  }
  const auto trace = loop.build();
  const FoundSteps found = foundSteps(*trace).value();
  const ActivityList second = activitiesOfSteps(*trace, found, {.first = 1, .last = 1});
  ASSERT_EQ(second->size(), 1U);
  EXPECT_EQ(trace->start(second->front()).ns, 250);
  EXPECT_EQ(activitiesOfSteps(*trace, found, {.first = 0, .last = SIZE_MAX})->size(), 3U);
  EXPECT_EQ(activitiesOfSteps(*trace, RangeChoice{}), nullptr);
}

TEST(StepStats, ofAnEngineAreOfItsIterations) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#4", 0, 900);
  loop.annotation("execute_context_1(96)_generation_0(0)", 10, 500);
  loop.annotation("gpu_model_runner: forward", 15, 300);
  loop.kernel(20, 30, 280);
  loop.annotation("gpu_model_runner: sample", 310, 400);
  loop.kernel(320, 330, 380, "argmax");
  loop.annotation("ProfilerStep#5", 1000, 1900);
  loop.annotation("execute_context_0(0)_generation_1(1)", 1010, 1200);
  loop.kernel(1020, 1030, 1080);
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 2U);
  ASSERT_TRUE(steps[0].inference && steps[1].inference);
  EXPECT_EQ(steps[0].inference->kind, InferenceKind::Prefill);
  EXPECT_EQ(steps[0].inference->tokens, 96);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Prefill).device.ns, 250);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Sampling).device.ns, 50);
  EXPECT_EQ(steps[1].inference->kind, InferenceKind::Decode);
  EXPECT_EQ(phaseOf(steps[1], StepPhase::Decode).device.ns, 50);
}

TEST(StepStats, areOfTheDevicesOfTheirRank) {
  HandMadeTrace made;
  std::uint32_t launches = 0;
  for (const std::int32_t rank : {0, 1}) {
    const TrackId thread = made.track(made.process(rank == 0 ? "5" : "6", -1, rank), "5", TrackKind::Thread);
    const TrackId stream = made.track(made.process(rank == 0 ? "0" : "1", 0, rank), "7", TrackKind::Stream);
    for (std::int64_t i = 0; i < 2; ++i) {
      made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(i), i * 1000, 900);
      made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", i * 1000 + 10, 1).correlation = ++launches;
      made.span(stream, SpanKind::Kernel, "gemm", i * 1000 + 20, 100 + rank).correlation = launches;
    }
  }
  const auto trace = made.build();
  std::map<std::int32_t, std::vector<std::int64_t>> devices;
  for (const StepStats& step : figuresOf(*trace)) {
    EXPECT_EQ(step.index, devices[trace->process(step.step.process).rank].size());
    devices[trace->process(step.step.process).rank].push_back(step.device.ns);
  }
  EXPECT_EQ(devices[0], (std::vector<std::int64_t>{100, 100}));
  EXPECT_EQ(devices[1], (std::vector<std::int64_t>{101, 101}));
}

/// A record of the allocator: what was allocated or freed, and what is allocated then.
void record(MadeLoop& loop, TrackId thread, std::int64_t time, std::int64_t bytes, std::int64_t total,
            std::int16_t device = 0) {
  MemoryEvent event;
  event.time = {time};
  event.bytes = bytes;
  event.totalAllocated = total;
  event.track = thread;
  event.deviceType = 1;
  event.device = device;
  loop.made.builder.addMemory(event);
}

/// Two steps with a forward, a backward and an optimizer.
void addSteps(MadeLoop& loop) {
  for (const std::int64_t at : {0, 1000}) {
    loop.annotation("ProfilerStep#" + std::to_string(at / 1000), at, at + 900);
    loop.annotation("## forward ##", at, at + 300);
    loop.kernel(at + 10, at + 20, at + 50);
    loop.annotation("## backward ##", at + 300, at + 600);
    loop.annotation("Optimizer.step#AdamW.step", at + 600, at + 800);
  }
}

TEST(StepStats, tellWhichPhaseHoldsThePeakOfMemory) {
  MadeLoop loop;
  addSteps(loop);
  record(loop, loop.thread, 100, 500, 1500);     // forward: activations
  record(loop, loop.thread, 200, 300, 1800);     //
  record(loop, loop.autograd, 310, 200, 2000);   // backward: a gradient, on the thread of autograd
  record(loop, loop.autograd, 320, -900, 1100);  // activations go
  record(loop, loop.thread, 650, -100, 1000);    // optimizer: 1100 were there when it began
  record(loop, loop.thread, 850, 50, 1050);      // record of no phase
  record(loop, loop.thread, 1100, 900, 1950);    // the second step peaks in forward
  record(loop, loop.autograd, 1310, -900, 1050);
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 2U);
  const auto expected = [](std::int64_t peak, std::int64_t change, bool holdsPeak) {
    return std::vector<PhaseMemory>{{.device = 0, .peakBytes = peak, .changeBytes = change, .holdsPeak = holdsPeak}};
  };
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Forward).memory, expected(1800, 800, false));
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Backward).memory, expected(2000, -700, true));
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Optimizer).memory, expected(1100, -100, false));
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Other).memory, expected(1050, 50, false));
  EXPECT_EQ(steps[0].peakBytes, 2000);
  EXPECT_EQ(steps[0].peakPhase, StepPhase::Backward);
  EXPECT_EQ(phaseOf(steps[1], StepPhase::Backward).memory, expected(1950, -900, false)) << "forward was there first";
  EXPECT_EQ(steps[1].peakPhase, StepPhase::Forward);
  EXPECT_TRUE(phaseOf(steps[1], StepPhase::Optimizer).memory.empty()) << "no record says anything";

  const std::vector<PhaseSum> sums = phaseSums(*trace, steps);
  const auto of = [&](StepPhase phase) { return *std::ranges::find(sums, phase, &PhaseSum::phase); };
  ASSERT_EQ(of(StepPhase::Forward).memory.size(), 1U);
  const PhaseMemoryFigures forward = of(StepPhase::Forward).memory.front();
  EXPECT_EQ(forward.peakBytes, 1950);
  EXPECT_EQ(forward.medianChange, 850);
  EXPECT_EQ(forward.peaks, 1U);
  EXPECT_EQ(forward.steps, 2U);
  EXPECT_EQ(of(StepPhase::Optimizer).memory.front().steps, 1U);
  EXPECT_EQ(of(StepPhase::Forward).device.ns, 60);
}

TEST(StepStats, tellTheMemoryOfEachDeviceByItself) {
  MadeLoop loop;
  addSteps(loop);
  record(loop, loop.thread, 100, 500, 1500, 0);
  record(loop, loop.thread, 110, 70, 70, 1);
  record(loop, loop.autograd, 310, 30, 100, 1);
  record(loop, loop.autograd, 320, -500, 1000, 0);
  record(loop, loop.thread, 330, 1 << 20, 1 << 20, -1);  // record of the host
  const auto trace = loop.build();
  const StepStats step = figuresOf(*trace).front();
  const std::vector<PhaseMemory> forward = phaseOf(step, StepPhase::Forward).memory;
  ASSERT_EQ(forward.size(), 2U);
  EXPECT_TRUE(forward[0].holdsPeak);
  EXPECT_FALSE(forward[1].holdsPeak);
  const std::vector<PhaseMemory> backward = phaseOf(step, StepPhase::Backward).memory;
  ASSERT_EQ(backward.size(), 2U);
  EXPECT_EQ(backward[1].peakBytes, 100);
  EXPECT_TRUE(backward[1].holdsPeak);
  EXPECT_EQ(step.peakBytes, 1500);
  EXPECT_EQ(step.peakPhase, StepPhase::Forward);
}

TEST(StepStats, doNotKnowAPeakWithoutTotals) {
  MadeLoop loop;
  addSteps(loop);
  record(loop, loop.thread, 100, 500, MemoryEvent::absent);
  record(loop, loop.thread, 110, -200, MemoryEvent::absent);
  const auto trace = loop.build();
  const StepStats step = figuresOf(*trace).front();
  const std::vector<PhaseMemory> forward = phaseOf(step, StepPhase::Forward).memory;
  ASSERT_EQ(forward.size(), 1U);
  EXPECT_EQ(forward[0].peakBytes, std::nullopt);
  EXPECT_EQ(forward[0].changeBytes, 300);
  EXPECT_FALSE(forward[0].holdsPeak);
  EXPECT_EQ(step.peakPhase, std::nullopt);
}

TEST(StepStats, letNoCopyHideCommunication) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 1000);
  loop.kernel(10, 100, 200);
  loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32", 20, 150, 400);
  loop.work(loop.thread, loop.stream, SpanKind::Memcpy, "Memcpy DtoD", 30, 250, 300);
  const auto trace = loop.build();
  EXPECT_EQ(figuresOf(*trace).front().exposedCommunication.ns, 200);
  EXPECT_EQ(deviceActivity(*trace).front().times.exposedCommunication.ns, 200);
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  EXPECT_EQ(breakdown.within(trace->bounds(), -1)[TimeCategory::Communication].ns, 150) << "of wall time it does";
}

TEST(StepStats, sayWhatKindsOfWorkAStepLaunched) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 90);
  loop.kernel(10, 100, 300);
  loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32", 20, 250, 400);
  loop.work(loop.thread, loop.stream, SpanKind::Memcpy, "Memcpy DtoD", 30, 500, 550);
  loop.work(loop.thread, loop.stream, SpanKind::Memset, "Memset", 40, 560, 570);
  const auto trace = loop.build();
  const LaunchedActivityTimes launched = figuresOf(*trace).front().launched;
  EXPECT_EQ(launched.all.ns, 300 + 50 + 10);
  EXPECT_EQ(launched.kernel.ns, 300);
  EXPECT_EQ(launched.communication.ns, 150);
  EXPECT_EQ(launched.memcpy.ns, 50);
  EXPECT_EQ(launched.memset.ns, 10);
  EXPECT_EQ(launched.kernels, 2U);
}

}  // namespace
}  // namespace kernline::test
