// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/step_counters.h"

#include "core/analysis/counters/counter_text.h"
#include "core/analysis/steps/found_steps.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

StepCounter counterOf(std::uint32_t id, double mean, std::int64_t us) {
  return {.device = 3, .mean = {.counter = CounterId{id}, .mean = mean, .sampled = Duration{us * 1000}}};
}

TEST(StepCounters, areSummedByTheTimeThatWasSampled) {
  const StepCounter unsampled{.device = 3, .mean = {.counter = CounterId{9}, .mean = {}, .sampled = {}}};
  const std::vector<std::vector<StepCounter>> steps{
      {counterOf(7, 10, 300), unsampled}, {counterOf(7, 50, 100), counterOf(8, 1, 5)}, {}};
  const std::vector<CounterSum> sums = counterSums(steps);
  ASSERT_EQ(sums.size(), 2U) << "what was never sampled has no row";
  EXPECT_EQ(sums[0].counter, CounterId{7});
  EXPECT_EQ(sums[0].device, 3);
  EXPECT_DOUBLE_EQ(sums[0].mean, 20);
  EXPECT_EQ(sums[0].min, 10);
  EXPECT_EQ(sums[0].max, 50);
  EXPECT_EQ(sums[0].sampledSteps, 2U);
  EXPECT_EQ(sums[1].sampledSteps, 1U);
}

/// Each round is one product of 8192 cubed.
TEST(StepCounters, ofAnH100AreThoseOfItsRounds) {
  const auto trace = load(fixture("recordings/counters.json.gz")).value();
  const auto found = foundSteps(*trace, {});
  ASSERT_TRUE(found);
  const std::vector<StepStats> figures = stepStats(*trace, *found);
  const auto counters = countersOfSteps(*trace, figures);
  ASSERT_EQ(counters.size(), figures.size());
  EXPECT_EQ(counters[5].size(), 6U);
  std::string text;
  for (const CounterSum& sum : counterSums(counters)) {
    const Counter& counter = trace->counters()[index(sum.counter)];
    text += counterLabel(*trace, counter) + "\n";
    if (counterLabel(*trace, counter) == "tensor pipe") {
      EXPECT_NEAR(sum.mean, 94, 3);
      EXPECT_TRUE(counterText(*trace, counter, sum.mean).ends_with(" %"));
      EXPECT_EQ(counterText(*trace, counter, 50), "50 %");
    }
    if (counterLabel(*trace, counter) == "SM clock") {
      EXPECT_EQ(counterText(*trace, counter, 1'755'000'000), "1.755 GHz");
    }
  }
  EXPECT_EQ(text, "SM active\ntensor pipe\nwarps resident\nDRAM read\nDRAM write\nSM clock\n");
}

/// Values have their units, scaled; the title's would contradict them.
TEST(CounterText, namesACounterWithoutItsUnit) {
  const auto trace = load(fixture("recordings/counters.json.gz")).value();
  std::string names;
  for (const Counter& counter : trace->counters()) {
    names += counterName(*trace, counter) + "\n";
  }
  EXPECT_EQ(names,
            "GPU use · SM active\nGPU use · tensor pipe\nGPU use · warps resident\nGPU memory traffic · DRAM read\n"
            "GPU memory traffic · DRAM write\nSM clock\n");
}

TEST(StepCounters, areNotThereWithoutCountersOfDevices) {
  const auto trace = load(fixture("h200-profiler-steps.json.gz")).value();
  const auto found = foundSteps(*trace, {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(countersOfSteps(*trace, stepStats(*trace, *found)).empty());
}

}  // namespace
}  // namespace kernline::test
