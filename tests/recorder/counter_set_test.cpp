// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counter_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> seriesOf(std::string_view text) {
  std::vector<std::string> series;
  for (const CounterMetric& metric : readCounterSet(text).value_or(std::vector<CounterMetric>{})) {
    series.push_back(metric.series);
  }
  return series;
}

TEST(CounterSet, namesSetsAndCountersEachOnce) {
  EXPECT_THAT(seriesOf("tensor,clock"), ElementsAre("tensor pipe", "SM clock"));
  EXPECT_THAT(seriesOf("memory,sm,tensor"), ElementsAre("SM active", "DRAM read", "DRAM write", "L2", "tensor pipe"));
  EXPECT_EQ(seriesOf("all").size(), 11U);
}

TEST(CounterSet, takesMetricsOfCuptiAsTheyAreCalled) {
  const auto counters = readCounterSet("sm__inst_executed.sum.per_second,sm");
  ASSERT_TRUE(counters.has_value()) << counters.error();
  EXPECT_EQ((*counters)[0].metric, "sm__inst_executed.sum.per_second");
  EXPECT_EQ((*counters)[0].chart, "sm__inst_executed.sum.per_second");
}

TEST(CounterSet, namesTheNearestOfAMisspeltOne) {
  EXPECT_THAT(readCounterSet("tensr").error(), HasSubstr("did you mean tensor?"));
  EXPECT_THAT(readCounterSet("drm").error(), HasSubstr("did you mean dram-read?")) << "its beginning is nearer than sm";
  EXPECT_THAT(readCounterSet("sm,dram-raed").error(), HasSubstr("did you mean dram-read?"));
  EXPECT_FALSE(readCounterSet(""));
  EXPECT_FALSE(readCounterSet("sm,"));
}

}  // namespace
}  // namespace kernline::recorder
