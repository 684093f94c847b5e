// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/undisturbed.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace kernline {
namespace {

std::array<Duration, idleCauseCount> idleFor(IdleCause cause, std::int64_t ns) {
  std::array<Duration, idleCauseCount> idle = {};
  idle[static_cast<std::size_t>(cause)] = Duration{ns};
  return idle;
}

ProfilerCost costOf(std::int64_t least, std::int64_t likely, std::int64_t most) {
  ProfilerCost cost;
  cost.least = Duration{least};
  cost.likely = Duration{likely};
  cost.most = Duration{most};
  return cost;
}

TEST(Undisturbed, IsShorterByTheCostOfRecording) {
  const Undisturbed time = undisturbed(Duration{1000}, idleFor(IdleCause::HostBound, 600), costOf(100, 300, 400));
  EXPECT_EQ(time.likely, Duration{700});
  EXPECT_EQ(time.low, Duration{600});
  EXPECT_EQ(time.high, Duration{900});
}

TEST(Undisturbed, IsNoShorterThanTheDeviceWaitedForTheHost) {
  const Undisturbed time = undisturbed(Duration{1000}, idleFor(IdleCause::LaunchLatency, 150), costOf(100, 300, 400));
  EXPECT_EQ(time.likely, Duration{850});
  EXPECT_EQ(time.low, Duration{850});
  EXPECT_EQ(time.high, Duration{900});
}

TEST(Undisturbed, StaysAsRecordedWhereTheDeviceNeverWaitedForTheHost) {
  for (const IdleCause cause : {IdleCause::Communication, IdleCause::InterKernelGap, IdleCause::GraphGap}) {
    const Undisturbed time = undisturbed(Duration{1000}, idleFor(cause, 500), costOf(100, 300, 400));
    EXPECT_EQ(time.likely, Duration{1000});
    EXPECT_EQ(time.low, time.high);
  }
}

TEST(Undisturbed, IsWorthSayingFromThreePercentOn) {
  EXPECT_FALSE((Undisturbed{.likely = Duration{970}, .low = {}, .high = {}}.differsFrom(Duration{1000})));
  EXPECT_TRUE((Undisturbed{.likely = Duration{969}, .low = {}, .high = {}}.differsFrom(Duration{1000})));
}

}  // namespace
}  // namespace kernline
