// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/device_timeline.h"

#include "core/analysis/activity/device_activity.h"
#include "tests/core/analysis/advice/advice_program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

Duration exposedBy(const Trace& trace) {
  const WorkModel model = workModel(trace, WorkRules::builtin(), 1);
  const WorkMeter meter(trace, model, referenceDevice(trace).ceilings);
  Duration exposed;
  for (const DeviceTimeline& device : deviceTimelines(trace, meter, {.range = trace.bounds()}, {})) {
    for (const TimelinePiece& piece : device.pieces) {
      exposed += piece.communicates ? piece.left : Duration{};
    }
  }
  return exposed;
}

TEST(DeviceTimeline, exposesCommunicationThatNoOtherKernelHides) {
  AdviceProgram program;
  program.work("gemm", 10, 100, 100);
  program.work("ncclDevKernel_AllReduce_Sum_f32", 20, 150, 250, 8);
  program.work("Memcpy DtoD (Device -> Device)", 30, 250, 50, 9, "gpu_memcpy");
  const auto trace = program.trace();
  EXPECT_EQ(exposedBy(*trace).ns, 200'000) << "a copy hides none";
  EXPECT_EQ(exposedBy(*trace), deviceActivity(*trace).front().times.exposedCommunication);
}

TEST(DeviceTimeline, exposesWhatTheSummaryExposes) {
  for (const char* name : {"h200/ddp_rank0.pt.trace.json.gz", "h200/ring_rank0.pt.trace.json.gz"}) {
    const auto trace = load(shared(name)).value();
    const Duration exposed = deviceActivity(*trace).front().times.exposedCommunication;
    EXPECT_GT(exposed.ns, 0) << name;
    EXPECT_EQ(exposedBy(*trace), exposed) << name;
  }
}

/// One step of three has the device time of its work, and the part of it that ran alone in its window.
TEST(DeviceTimeline, hasOfAStepTheWorkThatWasLaunchedInIt) {
  AdviceProgram program;
  for (const double at : {0.0, 1000.0, 2000.0}) {
    program.host("user_annotation", ("ProfilerStep#" + std::to_string(static_cast<int>(at / 1000))).c_str(), at, 1000);
    program.work("gemm", at + 10, at + 100, 500);
    program.work("late", at + 20, at + 1400, 300, 8);  // another stream, in the next step
  }
  const auto trace = program.trace();
  const FoundSteps steps = foundSteps(*trace).value();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const WorkMeter meter(*trace, model, referenceDevice(*trace).ceilings);
  const std::vector<DeviceTimeline> devices =
      deviceTimelines(*trace, meter, {.steps = steps.steps, .asked = StepNumbers{.first = 1, .last = 1}}, {});
  ASSERT_EQ(devices.size(), 1U);
  Duration inside;
  Duration alone;
  for (const TimelinePiece& piece : devices.front().pieces) {
    const SpanId launch = trace->launchOf(piece.span);
    EXPECT_GE(trace->start(launch).ns, 1'000'000) << trace->nameText(piece.span);
    EXPECT_LT(trace->start(launch).ns, 2'000'000);
    inside += piece.inside;
    alone += piece.left;
  }
  EXPECT_EQ(devices.front().pieces.size(), 2U);
  EXPECT_EQ(inside.ns, 800'000);
  EXPECT_LT(alone.ns, 800'000) << "a kernel of another step hides a part";
}

}  // namespace
}  // namespace kernline::test
