// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/device_timeline.h"

#include "core/analysis/activity/device_activity.h"
#include "tests/core/analysis/advice/advice_program.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

Duration exposedBy(const Trace& trace) {
  const WorkModel model = workModel(trace, WorkRules::builtin(), 1);
  const WorkMeter meter(trace, model, heldDevice(trace).ceilings);
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

}  // namespace
}  // namespace kernline::test
