// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_utilization.h"
#include "core/analysis/work/reference_device.h"
#include "core/analysis/work/trace_work.h"
#include "tests/core/analysis/work/made_work.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace kernline::test {
namespace {

using Writer = MadeWork;

TEST(TraceWork, countsHowMuchOfTheDeviceWasUsed) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("sm90_xmma_gemm_f16f16", 10, 100, 200);
  writer.op("aten::relu", 60, 20, "[[1024,1024]]", R"(["float"])");
  writer.kernel("relu_kernel", 65, 1090, 10);
  const auto trace = writer.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const WorkMeter meter(*trace, model, ceilingsOf("H200"));
  const double flops = 2.0 * 4096 * 4096 * 4096;
  const double bytes = 3.0 * 4096 * 4096 * 2 + 2.0 * 1024 * 1024 * 4;
  const WorkUtilization all = workUtilization(*trace, model, meter, {});
  EXPECT_EQ(all.elapsed.ns, 1'000'000) << "from the first kernel to the end of the last";
  EXPECT_EQ(all.devices, 1U);
  EXPECT_EQ(all.matrixFlops, flops) << "of matrix products alone";
  EXPECT_EQ(all.bytes, bytes);
  EXPECT_NEAR(all.ofFlops().value_or(0), flops / 989e12 / 1e-3, 1e-9);
  EXPECT_NEAR(all.ofBandwidth().value_or(0), bytes / 4.8e12 / 1e-3, 1e-9);
  const Time begin = trace->bounds().begin;
  const TimeRange second{begin + Duration{500'000}, begin + Duration{2'500'000}};
  const WorkUtilization part = workUtilization(*trace, model, meter, second);
  EXPECT_EQ(part.elapsed.ns, 2'000'000) << "the range, idle time too";
  EXPECT_FALSE(part.ofFlops()) << "no matrix product starts in it";
  EXPECT_NEAR(part.ofBandwidth().value_or(0), 2.0 * 1024 * 1024 * 4 / 4.8e12 / 2e-3, 1e-9);
  EXPECT_FALSE(workUtilization(*trace, model, WorkMeter(*trace, model, {}), {}).ofFlops()) << "without ceilings";

  const std::vector<DeviceUtilization> devices = deviceUtilization(*trace, model, meter, {});
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].use.ofFlops(), all.ofFlops());
  Step step;
  step.range = second;
  const std::vector<Step> steps{step};
  const std::vector<std::uint32_t> stepOf(trace->spanCount(), 0);
  const std::vector<WorkUtilization> use = stepUtilization(*trace, model, meter, steps, stepOf);
  ASSERT_EQ(use.size(), 1U);
  EXPECT_EQ(use[0].bytes, bytes) << "of all that it launched, wherever it ran";
  EXPECT_EQ(use[0].elapsed.ns, 2'000'000);
  const std::vector<Step> launchedAtOnce{[&] {
    Step host;
    host.range = {begin, begin + Duration{1000}};
    return host;
  }()};
  const WorkUtilization queued = stepUtilization(*trace, model, meter, launchedAtOnce, stepOf).front();
  EXPECT_EQ(queued.elapsed.ns, 1'000'000) << "the work takes longer than the step of the host";
  EXPECT_EQ(queued.ofFlops(), all.ofFlops());
  const auto launched = std::make_shared<const std::vector<SpanId>>([&] {
    std::vector<SpanId> every;
    for (std::size_t i = 0; i < trace->spanCount(); ++i) {
      every.push_back(static_cast<SpanId>(i));
    }
    return every;
  }());
  EXPECT_EQ(deviceUtilization(*trace, model, meter, launchedAtOnce[0].range, launched)[0].use.elapsed.ns, 1'000'000);
  EXPECT_EQ(workUtilization(*trace, model, meter, launchedAtOnce[0].range, launched).elapsed.ns, 1'000'000);
}

TEST(TraceWork, countsOfStepsTheirWorkInTheirTime) {
  Writer writer;
  for (int i = 0; i < 3; ++i) {
    writer.op("aten::mm", 100 * i, 50, twoSquares, twoHalves);
    writer.kernel("sm90_xmma_gemm_f16f16", 100 * i + 10, 1000 + 400 * i, 200);
  }
  writer.op("vendor::unknown", 400, 50, "[[8]]", R"(["float"])");
  writer.kernel("vendor", 410, 10'000, 800);
  const auto trace = writer.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const WorkMeter meter(*trace, model, ceilingsOf("H200"));
  const WorkUtilization whole = workUtilization(*trace, model, meter, {});
  EXPECT_EQ(whole.elapsed.ns, 9'800'000);
  EXPECT_TRUE(whole.isLittleModeled());
  EXPECT_NEAR(whole.coverage().value_or(0), 600.0 / 1400, 1e-9);

  std::vector<Step> steps(2);
  std::vector<std::uint32_t> stepOf(trace->spanCount(), 2);
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const std::int64_t start = (trace->start(SpanId{i}) - trace->bounds().begin).ns / 1000;
    if (isDeviceActivity(trace->kind(SpanId{i})) && start >= 1400 && start < 2000) {
      stepOf[i] = start < 1800 ? 0 : 1;
    }
  }
  const WorkOfSteps ofSteps{.steps = steps, .stepOf = stepOf};
  const WorkUtilization all = workUtilization(*trace, model, meter, {}, nullptr, ofSteps);
  EXPECT_EQ(all.steps, 2U);
  EXPECT_EQ(all.elapsed.ns, 400'000) << "neither the pause between them nor what no step launched";
  EXPECT_EQ(all.matrixFlops, 2 * 2.0 * 4096 * 4096 * 4096);
  EXPECT_FALSE(all.isLittleModeled());
  const std::vector<DeviceUtilization> devices = deviceUtilization(*trace, model, meter, {}, nullptr, ofSteps);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].use.ofFlops(), all.ofFlops());
  const std::vector<WorkUtilization> each = stepUtilization(*trace, model, meter, steps, stepOf);
  EXPECT_NEAR(all.ofFlops().value_or(0), (*each[0].ofFlops() + *each[1].ofFlops()) / 2, 1e-9);
}

TEST(TraceWork, namesThePeakThatArithmeticCanReach) {
  const Ceilings h200 = ceilingsOf("NVIDIA H200").value_or(Ceilings{});
  EXPECT_EQ(h200.peakName(WorkUnit::Matrix, "c10::BFloat16", true), "bf16");
  EXPECT_EQ(h200.peakName(WorkUnit::Matrix, "float", true), "tf32");
  EXPECT_EQ(h200.peakName(WorkUnit::Vector, "float", false), "fp32") << "vector32 is not in the line";
  EXPECT_EQ(h200.peakName(WorkUnit::Vector, "double", false), "vector64");
  EXPECT_EQ(h200.peakName(WorkUnit::Matrix, "Unknown", true), "");
  EXPECT_FALSE(h200.peak(WorkUnit::Matrix, "Unknown", true));
}

}  // namespace
}  // namespace kernline::test
