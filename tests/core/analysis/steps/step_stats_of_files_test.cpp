// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the steps of real traces, against what is counted otherwise.
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/steps/step_stats.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace kernline::test {
namespace {

/// Device time counted moment by moment: edges of all work, and how much of it is open between them.
std::int64_t countedBusy(const Trace& trace, TimeRange range) {
  std::map<std::int64_t, int> edges;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const TimeRange inside = trace.range(SpanId{i}).clippedTo(range);
    if (isDeviceActivity(trace.kind(SpanId{i})) && !inside.isEmpty()) {
      ++edges[inside.begin.ns];
      --edges[inside.end.ns];
    }
  }
  std::int64_t busy = 0;
  std::int64_t since = 0;
  int open = 0;
  for (const auto& [time, change] : edges) {
    busy += open > 0 ? time - since : 0;
    open += change;
    since = time;
  }
  return busy;
}

class StepStatsOfFiles : public testing::TestWithParam<const char*> {};

TEST_P(StepStatsOfFiles, addUpToWhatIsCountedOtherwise) {
  const auto trace = load(fixture(GetParam())).value();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_FALSE(steps.empty());
  std::int64_t all = 0;
  for (const StepStats& step : steps) {
    std::int64_t sum = 0;
    std::int64_t idle = 0;
    for (const PhaseFigures& phase : step.phases) {
      sum += phase.device.ns;
      idle += phase.idle.ns;
    }
    EXPECT_EQ(sum, step.device.ns);
    EXPECT_EQ(idle, step.idle.ns);
    EXPECT_LE(step.device.ns, std::max(step.launched.all.ns, countedBusy(*trace, step.step.range)));
    all += step.device.ns;
    EXPECT_EQ(phaseOf(step, StepPhase::Communication).device, step.exposedCommunication);
  }
  EXPECT_LE(all, countedBusy(*trace, trace->bounds())) << "no moment belongs to two steps";
}

TEST_P(StepStatsOfFiles, changeMemoryByWhatIsRecordedInThem) {
  const auto trace = load(fixture(GetParam())).value();
  for (const StepStats& step : figuresOf(*trace)) {
    std::map<std::int16_t, std::int64_t> recorded;
    std::map<std::int16_t, std::int64_t> peaks;
    for (const MemoryEvent& event : trace->memoryEvents()) {
      if (event.device >= 0 && step.step.range.contains(event.time)) {
        recorded[event.device] += event.bytes;
        std::int64_t& peak = peaks[event.device];
        peak = std::max({peak, event.totalAllocated, event.totalAllocated - event.bytes});
      }
    }
    std::map<std::int16_t, std::int64_t> told;
    for (const PhaseFigures& phase : step.phases) {
      for (const PhaseMemory& memory : phase.memory) {
        told[memory.device] += memory.changeBytes;
        EXPECT_LE(memory.peakBytes, peaks[memory.device]);
        EXPECT_EQ(memory.peakBytes == peaks[memory.device] || !memory.holdsPeak, true);
      }
    }
    EXPECT_EQ(told, recorded);
    EXPECT_EQ(step.peakBytes.has_value(), !recorded.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Files, StepStatsOfFiles,
                         testing::Values("h200-profiler-steps.json.gz", "h200-attention-original.json.gz",
                                         "h200-ring-rank0.json.gz", "torch-rocm-vllm-graph.json.gz",
                                         "torch-rocm-sglang-decode.json.gz", "torch-gpu-annotations.json.gz"));

TEST(StepStats, exposeTheCommunicationThatDevicesExpose) {
  for (const char* name : {"h200/ddp_rank0.pt.trace.json.gz", "h200/ddp_rank1.pt.trace.json.gz"}) {
    const auto trace = load(shared(name)).value();
    const std::vector<DeviceActivity> devices = deviceActivity(*trace);
    Duration ofDevices;
    for (const DeviceActivity& device : devices) {
      ofDevices += device.times.exposedCommunication;
    }
    Duration ofSteps;
    Duration ofPhases;
    const std::vector<StepStats> steps = figuresOf(*trace);
    for (const StepStats& step : steps) {
      ofSteps += step.exposedCommunication;
      ofPhases += phaseOf(step, StepPhase::Communication).device;
    }
    EXPECT_EQ(outsideOfSteps(devices, steps).ns, 0) << name;
    EXPECT_GT(ofDevices.ns, 0) << name;
    EXPECT_EQ(ofSteps, ofDevices) << name;
    EXPECT_EQ(ofPhases, ofDevices) << name;
  }
}

}  // namespace
}  // namespace kernline::test
