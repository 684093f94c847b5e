// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/profiler_cost.h"

#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

constexpr std::int64_t micro = 1000;

/// An operator that launches, on a thread.
std::string launchOn(std::string_view thread, int start) {
  return fmt::format("cpu {}: aten::add {}+9\n", thread, start) +
         fmt::format("gpu 0/7: add {}+1 <- cpu {}: launch {}+5\n", start + 20, thread, start + 1);
}

TEST(ProfilerCosts, CountsWhatBeganOnThreadsThatLaunch) {
  std::string text = "python 1: train.py(3): step 205+1\n";
  for (int i = 0; i < 10; ++i) {
    text += launchOn("1", 100 * i);
  }
  const auto trace = sketch(text + "cpu 2: aten::stack 0+50 x10 every 100");
  const ProfilerCost cost = ProfilerCosts(*trace).within({{200 * micro}, {500 * micro}});
  EXPECT_EQ(cost.operators, 3U);
  EXPECT_EQ(cost.calls, 3U);
  EXPECT_EQ(cost.pythonFunctions, 1U);
  EXPECT_EQ(cost.least, (Duration{6 * 1000 + 200}));
  EXPECT_EQ(cost.most, (Duration{6 * 4000 + 1000}));
  EXPECT_EQ(cost.of(Duration{10 * micro}), (Duration{10 * micro}));
  EXPECT_EQ(cost.of(Duration{1000 * micro}), cost.most);
}

TEST(ProfilerCosts, AddsThreadsOfAProcessAndTakesTheLargestProcess) {
  const auto trace = sketch(launchOn("1", 0) + launchOn("7", 100) + launchOn("9/9", 50));
  const ProfilerCost cost = ProfilerCosts(*trace).within(TimeRange::always());
  EXPECT_EQ(cost.operators, 2U);
  EXPECT_EQ(cost.calls, 2U);
}

TEST(ProfilerCosts, CostNothingWhereNothingWasRecordedOfTheHost) {
  const auto trace = sketch("gpu 0/7: add 0+1");
  EXPECT_EQ(ProfilerCosts(*trace).within(TimeRange::always()).most, Duration{});
}

}  // namespace
}  // namespace kernline::test
