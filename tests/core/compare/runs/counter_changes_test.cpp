// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/counter_changes.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

CounterReading reading(double dramBytes, double dramShare, double l2HitRate, Message limit) {
  CounterReading made{.metrics = {}, .units = {}, .limit = std::move(limit)};
  made.metrics.dramBytes = dramBytes;
  made.metrics.dramShare = dramShare;
  made.metrics.l2HitRate = l2HitRate;
  return made;
}

TEST(CounterChanges, nameTheCountersThatChangedMostWithTheirUnits) {
  const CounterChanges changes(reading(2'147'483'648, 0.5, 0.78, Phrase::tr("Tensor pipe")),
                               reading(4'294'967'296, 0.52, 0.31, Phrase::tr("DRAM")));
  ASSERT_EQ(changes.counters.size(), 2U);
  EXPECT_EQ(changes.counters[0].key, "dram_bytes");
  EXPECT_DOUBLE_EQ(changes.counters[0].other, 4'294'967'296);
  EXPECT_EQ(changes.text().english(),
            "DRAM traffic 2.000 GiB → 4.000 GiB, L2 hit rate 78.0 % → 31.0 %, limit: DRAM (was Tensor pipe)");
}

TEST(CounterChanges, leaveOutWhatHardlyChangedAndWhatDecidesNothing) {
  CounterReading base;
  base.metrics.flops = 1e9;
  base.metrics.clockHz = 1.9e9;
  base.metrics.occupancy = 0.5;
  base.limit = Phrase::tr("DRAM");
  CounterReading other = base;
  other.metrics.flops = 1.05e9;
  other.metrics.clockHz = 1.88e9;
  other.metrics.occupancy = 0.54;
  EXPECT_TRUE(CounterChanges(base, other).isEmpty());
  other.metrics.clockHz = 1.4e9;
  EXPECT_EQ(CounterChanges(base, other).text().english(), "SM clock 1900 MHz → 1400 MHz");
  EXPECT_TRUE(CounterChanges(reading(1e6, 0.02, 0.8, {}), reading(3e6, 0.05, 0.3, {})).isEmpty())
      << "DRAM is hardly used";
  EXPECT_FALSE(CounterChanges(reading(1e6, 0.02, 0.8, {}), reading(3e6, 0.15, 0.3, {})).isEmpty());
}

TEST(CounterChanges, areOfWhatBothRunsCounted) {
  CounterReading base;
  base.metrics.occupancy = 0.5;
  CounterReading other;
  other.metrics.tensorShare = 0.5;
  other.limit = Phrase::tr("DRAM");
  EXPECT_TRUE(CounterChanges(base, other).isEmpty());
  base.metrics.l2HitRate = 1.65;  // rate of a tiny kernel, counted in several passes
  other.metrics.l2HitRate = 0.5;
  EXPECT_TRUE(CounterChanges(base, other).isEmpty());
  base.metrics.dramBytes = 0;
  other.metrics.dramBytes = 1e9;
  EXPECT_TRUE(CounterChanges(base, other).isEmpty());
}

TEST(CounterChanges, nameUnitsOfTheGpu) {
  CounterReading base;
  base.units = {{Phrase::tr("L1/TEX cache"), 0.839}, {Phrase::tr("FMA pipe"), 0.128}, {Phrase::tr("SM"), 0.6}};
  CounterReading other;
  other.units = {{Phrase::tr("L1/TEX cache"), 0.628}, {Phrase::tr("SM"), 0.58}};
  const CounterChanges changes(base, other);
  ASSERT_EQ(changes.counters.size(), 1U);
  EXPECT_EQ(changes.counters[0].key, "l1_share");
  EXPECT_EQ(changes.text().english(), "L1/TEX cache 83.9 % → 62.8 % of peak");
}

TEST(CounterChanges, areThreeAtMost) {
  CounterReading base;
  CounterReading other;
  base.metrics = {.durationNs = 1,
                  .clockHz = 2e9,
                  .dramBytes = 1e9,
                  .dramShare = 0.2,
                  .tensorShare = 0.1,
                  .occupancy = 0.9,
                  .l2HitRate = 0.9,
                  .flops = 1e9};
  other.metrics = {.durationNs = 2,
                   .clockHz = 1e9,
                   .dramBytes = 4e9,
                   .dramShare = 0.9,
                   .tensorShare = 0.8,
                   .occupancy = 0.1,
                   .l2HitRate = 0.1,
                   .flops = 1e10};
  const CounterChanges changes(base, other);
  ASSERT_EQ(changes.counters.size(), CounterChanges::maxCount);
  EXPECT_EQ(changes.counters[0].key, "flops");
  EXPECT_EQ(changes.counters[1].key, "dram_bytes");
  EXPECT_EQ(changes.counters[2].key, "occupancy");
}

}  // namespace
}  // namespace kernline
