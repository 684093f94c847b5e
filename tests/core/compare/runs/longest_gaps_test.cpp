// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/longest_gaps.h"

#include "tests/core/compare/runs/gpu_loop.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

TEST(LongestGaps, addUpToTheIdleTimeOfTheWaterfall) {
  const auto trace = loop({{"gemm", 50, 300}, {"relu", 20, 100}}, 6);
  const RunComparison made = compareRuns({{.path = "a", .trace = trace}, {.path = "b", .trace = trace}}, {}).value();
  const ComparedRun& run = made.runs.front();
  const DeviceIdle idle = idleOfSteps(run);
  std::array<Duration, idleCauseCount> inSteps{};
  for (const IdleInterval& interval : idle.intervals) {
    for (const TimeRange step : run.steps.steps) {
      const TimeRange inside = interval.range.clippedTo(step);
      inSteps[static_cast<std::size_t>(interval.cause)] += inside.isEmpty() ? Duration{} : inside.length();
    }
  }
  EXPECT_EQ(inSteps, run.account.idle);
  const auto longest = longestGap(idle, run.steps.steps, IdleCause::Unknown);
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->range.length().ns, 50) << "before a gemm, not the 20 before a relu";
  EXPECT_FALSE(longestGap(idle, run.steps.steps, IdleCause::Synchronization));
}

TEST(LongestGaps, countWhatLiesInSteps) {
  const auto gap = [](std::int64_t begin, std::int64_t end, IdleCause cause) {
    return IdleInterval{.range = {Time{begin}, Time{end}}, .cause = cause};
  };
  DeviceIdle idle;
  idle.intervals = {gap(0, 500, IdleCause::HostBound), gap(520, 700, IdleCause::Memcpy),
                    gap(700, 780, IdleCause::HostBound), gap(900, 1300, IdleCause::HostBound)};
  const std::vector<TimeRange> steps{{Time{450}, Time{1000}}, {Time{1000}, Time{1120}}};
  const auto longest = longestGap(idle, steps, IdleCause::HostBound);
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->range, (TimeRange{Time{1000}, Time{1120}})) << "the part in the second step";
  EXPECT_EQ(longestGap(idle, steps, IdleCause::Memcpy)->range, (TimeRange{Time{520}, Time{700}}));
  EXPECT_FALSE(longestGap(DeviceIdle{}, steps, IdleCause::HostBound));
}

}  // namespace
}  // namespace kernline::test
