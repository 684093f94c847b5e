// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/kernel_roofline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

using testing::DoubleEq;
using testing::Optional;

const Ceilings gpu{.name = {},
                   .source = {},
                   .bytesPerSecond = 1e12,
                   .flopsPerSecond = {{"bf16", 1e15}, {"fp32", 5e13}, {"vector64", 1e13}}};

KernelMetrics metricsOf(double flops, double bytes) {
  KernelMetrics metrics;
  metrics.durationNs = 1000;
  metrics.flops = flops;
  metrics.dramBytes = bytes;
  return metrics;
}

TEST(KernelRooflines, areOfWhatWasCountedAndOfWhatTheAlgorithmNeeds) {
  const LaunchWork work{.flopType = "bf16", .algorithmFlops = 4e8, .algorithmBytes = 1e5};
  const KernelRoofline roofline = kernelRoofline(metricsOf(8e8, 1e5), work, gpu);
  EXPECT_THAT(roofline.counted, Optional(DoubleEq(0.8)));
  EXPECT_THAT(roofline.algorithm, Optional(DoubleEq(0.4))) << "half of the work was wasted";
  EXPECT_EQ(roofline.bound, WorkBound::Compute);
}

TEST(KernelRooflines, takeTheBytesWhereThereIsNoArithmetic) {
  const LaunchWork copy{.flopType = "", .algorithmFlops = {}, .algorithmBytes = 8e5};
  const KernelRoofline roofline = kernelRoofline(metricsOf(0, 9e5), copy, gpu);
  EXPECT_THAT(roofline.counted, Optional(DoubleEq(0.9)));
  EXPECT_THAT(roofline.algorithm, Optional(DoubleEq(0.8)));
  EXPECT_EQ(roofline.bound, WorkBound::Memory);
}

TEST(KernelRooflines, holdVectorUnitsAgainstTheirOwnPeak) {
  EXPECT_THAT(kernelRoofline(metricsOf(2.5e7, 1), {.flopType = "vector32"}, gpu).counted, Optional(DoubleEq(0.5)));
  EXPECT_THAT(kernelRoofline(metricsOf(5e6, 1), {.flopType = "vector64"}, gpu).counted, Optional(DoubleEq(0.5)));
}

TEST(KernelRooflines, areUnknownWhereAPeakOrACountIsMissing) {
  EXPECT_FALSE(kernelRoofline(metricsOf(1, 1), {.flopType = "fp8"}, gpu).counted);
  KernelMetrics metrics = metricsOf(1, 1);
  metrics.flops.reset();
  EXPECT_FALSE(kernelRoofline(metrics, {.flopType = "bf16"}, gpu).counted) << "nobody counted FLOPs";
  EXPECT_FALSE(kernelRoofline(metrics, {.flopType = "bf16"}, gpu).algorithm);
  metrics = metricsOf(1, 1);
  metrics.durationNs.reset();
  EXPECT_FALSE(kernelRoofline(metrics, {.flopType = "bf16"}, gpu).counted);
}

}  // namespace
}  // namespace kernline
