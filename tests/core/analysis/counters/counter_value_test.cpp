// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_value.h"

#include "tests/core/analysis/counters/sampled_device.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(SampledValues, areCountedWithoutTheMarksOfWhatWasNotSampled) {
  SampledDevice device;
  device.kernel("gemm", 0, 200).use(0, 10, 20).use(10, 30, 40).notSampled(20, 50).use(70, 10, 20);
  const auto trace = device.trace();
  EXPECT_EQ(sampledValueCount(*trace), 6U) << "three samples of two counters";
  EXPECT_EQ(trace->counterSampleCount(), 8U) << "and where each of them ends";
}

}  // namespace
}  // namespace kernline::test
