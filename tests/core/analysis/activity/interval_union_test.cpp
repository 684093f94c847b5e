// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/interval_union.h"

#include "core/analysis/activity/busy_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace kernline {
namespace {

using testing::ElementsAre;

constexpr TimeRange range(std::int64_t begin, std::int64_t end) {
  return {{begin}, {end}};
}

std::vector<TimeRange> intervalsOf(const IntervalUnion& u) {
  return {u.intervals().begin(), u.intervals().end()};
}

TEST(IntervalUnion, mergesWhatOverlapsOrTouches) {
  const IntervalUnion u{{range(10, 20), range(0, 5), range(20, 25), range(3, 7), range(30, 31)}};
  EXPECT_THAT(intervalsOf(u), ElementsAre(range(0, 7), range(10, 25), range(30, 31)));
  EXPECT_EQ(u.length().ns, 7 + 15 + 1);
}

TEST(IntervalUnion, holdsNoEmptyInterval) {
  EXPECT_TRUE((IntervalUnion{{range(5, 5), range(9, 8)}}).isEmpty());
}

TEST(IntervalUnion, swallowsWhatALongIntervalCovers) {
  IntervalUnion u;
  u.append(range(0, 100));
  u.append(range(10, 20));
  u.append(range(90, 110));
  EXPECT_THAT(intervalsOf(u), ElementsAre(range(0, 110)));
}

TEST(IntervalUnion, subtractsAcrossSeveralIntervals) {
  const IntervalUnion a{{range(0, 10), range(20, 30), range(40, 50)}};
  const IntervalUnion b{{range(5, 25), range(27, 28), range(45, 46), range(60, 70)}};
  EXPECT_THAT(intervalsOf(a.minus(b)),
              ElementsAre(range(0, 5), range(25, 27), range(28, 30), range(40, 45), range(46, 50)));
  EXPECT_TRUE(a.minus(a).isEmpty());
  EXPECT_EQ(a.minus({}), a);
}

TEST(IntervalUnion, measuresAPart) {
  const IntervalUnion u{{range(0, 10), range(20, 30), range(40, 50)}};
  EXPECT_EQ(u.lengthWithin(range(5, 45)).ns, 5 + 10 + 5);
  EXPECT_EQ(u.lengthWithin(range(10, 20)).ns, 0);
  EXPECT_EQ(u.lengthWithin(range(22, 25)).ns, 3);
  EXPECT_EQ(u.clippedTo(range(5, 45)).length(), u.lengthWithin(range(5, 45)));
}

/// Every operation against one bit per nanosecond.
TEST(IntervalUnion, agreesWithASetOfPoints) {
  std::mt19937 random{7};
  std::uniform_int_distribution<std::int64_t> time{0, 199};
  for (int round = 0; round < 300; ++round) {
    std::vector<bool> a(200);
    std::vector<bool> b(200);
    const auto draw = [&](std::vector<bool>& points) {
      std::vector<TimeRange> intervals;
      for (int i = 0; i < 8; ++i) {
        const std::int64_t begin = time(random);
        const std::int64_t end = std::min<std::int64_t>(200, begin + time(random) / 8);
        intervals.push_back(range(begin, end));
        for (std::int64_t t = begin; t < end; ++t) {
          points[static_cast<std::size_t>(t)] = true;
        }
      }
      return IntervalUnion{intervals};
    };
    const IntervalUnion ua = draw(a);
    const IntervalUnion ub = draw(b);
    std::int64_t both = 0;
    std::int64_t rest = 0;
    std::int64_t part = 0;
    for (std::size_t t = 0; t < a.size(); ++t) {
      both += a[t] || b[t] ? 1 : 0;
      rest += a[t] && !b[t] ? 1 : 0;
      part += a[t] && t >= 50 && t < 120 ? 1 : 0;
    }
    ASSERT_EQ(ua.unitedWith(ub).length().ns, both);
    ASSERT_EQ(ub.unitedWith(ua), ua.unitedWith(ub));
    ASSERT_EQ(unionOfAll({ua, {}, ub}), ua.unitedWith(ub));
    ASSERT_EQ(ua.minus(ub).length().ns, rest);
    ASSERT_EQ(ua.lengthWithin(range(50, 120)).ns, part);
    ASSERT_EQ(ua.clippedTo(range(50, 120)).length().ns, part);
  }
}

}  // namespace
}  // namespace kernline
