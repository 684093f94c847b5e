// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/measured_work.h"

#include "tests/core/analysis/counters/sampled_device.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace kernline::test {
namespace {

MeasuredWork measuredOf(const std::shared_ptr<const Trace>& trace, std::string_view name) {
  const WorkCounters counters(*trace);
  MeasuredWork sum;
  for (const SpanId span : spansNamed(*trace, name)) {
    counters.add(span, sum);
  }
  return sum;
}

/// Samples of 100 us: gemm runs through two and one of them, tiny is shorter than one, split has none whole.
std::shared_ptr<const Trace> fewKernels() {
  SampledDevice device;
  device.kernel("gemm", 0, 200).kernel("tiny", 210, 20).kernel("split", 250, 140).kernel("gemm", 400, 100);
  device.use(0, 100, 90).use(100, 100, 60).use(200, 50, 0).use(300, 100, 10).use(400, 100, 30).use(500, 0, 0);
  device.dram(0, 1000, 200).dram(100, 2000, 200).dram(200, 500, 0).dram(300, 100, 0).dram(400, 600, 300);
  device.dram(500, 0, 0);
  return device.trace();
}

TEST(MeasuredWork, isWeightedByTimeOverSampledLaunches) {
  const MeasuredWork gemm = measuredOf(fewKernels(), "gemm");
  EXPECT_EQ(gemm.count, 2U);
  EXPECT_EQ(gemm.sampledCount, 2U);
  EXPECT_EQ(gemm.sampled.ns, 300'000);
  EXPECT_DOUBLE_EQ(gemm.sampledShare(), 1);
  EXPECT_NEAR(gemm.tensorShare().value(), 0.6, 1e-9);
  EXPECT_NEAR(gemm.dramBytesPerSecond().value(), (1200e9 + 2200e9 + 900e9) / 3, 1);
  EXPECT_NEAR(gemm.dramBytesPerPiece().value(), (1200e9 + 2200e9 + 900e9) * 100e-6 / 2, 1);
}

TEST(MeasuredWork, saysNothingOfKernelsWithoutAWholeSampleAndCountsThem) {
  for (const char* name : {"tiny", "split"}) {
    const MeasuredWork measured = measuredOf(fewKernels(), name);
    EXPECT_EQ(measured.count, 1U);
    EXPECT_EQ(measured.notSampled(), 1U) << name;
    EXPECT_EQ(measured.sampledShare(), 0);
    EXPECT_FALSE(measured.tensorShare());
    EXPECT_FALSE(measured.dramBytesPerSecond());
    EXPECT_FALSE(measured.dramBytesPerPiece());
  }
}

TEST(MeasuredWork, hasNothingOfTheTimeInWhichSamplesAreMissing) {
  SampledDevice device;
  device.kernel("gemm", 0, 1000).use(0, 100, 80).use(100, 100, 60).notSampled(200, 700).use(900, 100, 40);
  device.use(1000, 0, 0);
  const MeasuredWork gemm = measuredOf(device.trace(), "gemm");
  EXPECT_EQ(gemm.sampled.ns, 300'000) << "the value before the gap does not hold in it";
  EXPECT_NEAR(gemm.tensorShare().value(), 0.6, 1e-9);
  EXPECT_FALSE(gemm.dramBytesPerSecond()) << "not sampled at all";
}

TEST(MeasuredWork, isNothingWithoutCounters) {
  const auto trace = load(fixture("h200-profiler-steps.json.gz")).value();
  EXPECT_TRUE(WorkCounters(*trace).isEmpty());
  const auto other = SampledDevice().kernel("gemm", 0, 200).clock(0, 1e9).clock(100, 2e9).trace();
  EXPECT_TRUE(WorkCounters(*other).isEmpty()) << "a clock says nothing of work";
}

/// A copy of 1 GiB reads and writes it; a product of 8192 cubed keeps tensor cores busy.
TEST(MeasuredWork, ofAnH100IsWhatItsKernelsMustDo) {
  const auto trace = load(fixture("recordings/counters.json.gz")).value();
  const MeasuredWork copies = measuredOf(trace, "Memcpy DtoD (Device -> Device)");
  EXPECT_GT(copies.sampledCount, 10U);
  EXPECT_NEAR(copies.dramBytesPerPiece().value(), 2.0 * (1 << 30), 0.03 * 2 * (1 << 30));
  EXPECT_NEAR(measuredOf(trace, "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT").tensorShare().value(), 0.94, 0.03);
  const MeasuredWork fills = measuredOf(trace, "Memset (Device)");
  EXPECT_GT(fills.count, 10U);
  EXPECT_EQ(fills.notSampled(), fills.count) << "a microsecond each";
}

}  // namespace
}  // namespace kernline::test
