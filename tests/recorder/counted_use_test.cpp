// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counted_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace kernline::recorder {
namespace {

using testing::DoubleEq;
using testing::Optional;

CountedLaunch launchOf(double dram, double tensor) {
  return {.correlation = 1,
          .ranges = {{.passes = 1,
                      .nanoseconds = 0,
                      .values = {{"dram__throughput.avg.pct_of_peak_sustained_elapsed", dram},
                                 {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", tensor}}}}};
}

CountedUse useOfOne(double dram, double tensor) {
  const CountedLaunch launch = launchOf(dram, tensor);
  const std::vector<TimedLaunch> launches{{.counted = &launch, .nanoseconds = 100}};
  return useOf(launches);
}

TEST(CountedUses, areMeansOverTheTimeOfAllKernels) {
  const CountedLaunch longer = launchOf(80, 0);
  const CountedLaunch shorter = launchOf(20, 60);
  const std::vector<TimedLaunch> launches{{.counted = &longer, .nanoseconds = 300},
                                          {.counted = &shorter, .nanoseconds = 100}};
  const CountedUse use = useOf(launches);
  EXPECT_EQ(use.nanoseconds, 400);
  EXPECT_THAT(use.dram, Optional(DoubleEq(0.65)));
  EXPECT_THAT(use.tensor, Optional(DoubleEq(0.15)));
  EXPECT_FALSE(use.l2) << "it was not counted";
}

TEST(CountedUses, nameTheUnitThatIsClosestToItsPeak) {
  EXPECT_EQ(useOfOne(85, 20).limit(), "DRAM");
  EXPECT_EQ(useOfOne(30, 90).limit(), "tensor pipe");
  EXPECT_EQ(useOfOne(59, 40).limit(), "latency");
  EXPECT_EQ(CountedUse{}.limit(), "");
  CountedUse use = useOfOne(40, 86);
  use.sm = 0.87;
  EXPECT_EQ(use.limit(), "tensor pipe") << "which is what keeps the SM busy";
  use.sm = 0.95;
  EXPECT_EQ(use.limit(), "SM");
}

TEST(CountedUses, ofKernelsWithoutATimeAreUnknown) {
  const CountedLaunch launch = launchOf(85, 20);
  const std::vector<TimedLaunch> launches{{.counted = &launch, .nanoseconds = 0}};
  EXPECT_FALSE(useOf(launches).dram);
}

}  // namespace
}  // namespace kernline::recorder
