// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/time_range.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

constexpr TimeRange bounds{{1'000'000}, {5'000'000}};

TEST(ParseTimeRange, takesIntegersAsNanosecondsFromTheStart) {
  const auto range = parseTimeRange("1500..2500", bounds);
  ASSERT_TRUE(range) << range.error().message.english();
  EXPECT_EQ(*range, (TimeRange{{1'001'500}, {1'002'500}}));
}

TEST(ParseTimeRange, takesUnitsAndDecimalsExactly) {
  const auto range = parseTimeRange("1.2ms .. 3 ms", bounds);
  ASSERT_TRUE(range) << range.error().message.english();
  EXPECT_EQ(*range, (TimeRange{{2'200'000}, {4'000'000}}));
  EXPECT_EQ(parseTimeRange("0.1us..1µs", bounds)->begin.ns, 1'000'100);
  EXPECT_EQ(parseTimeRange("0.1us..1µs", bounds)->end.ns, 1'001'000);
  EXPECT_EQ(parseTimeRange("0..0.123456789s", bounds)->end.ns, 1'000'000 + 123'456'789);
  EXPECT_EQ(parseTimeRange("0..1.5min", bounds)->end.ns, 1'000'000 + 90'000'000'000);
}

TEST(ParseTimeRange, fillsAnOpenEndWithTheTraceItself) {
  EXPECT_EQ(parseTimeRange("..1ms", bounds)->begin, bounds.begin);
  EXPECT_EQ(parseTimeRange("1ms..", bounds)->end, bounds.end);
  EXPECT_EQ(*parseTimeRange("..", bounds), bounds);
}

TEST(ParseTimeRange, takesAnAtSignAsTheTracesOwnClock) {
  EXPECT_EQ(*parseTimeRange("@1200000..@1300000", bounds), (TimeRange{{1'200'000}, {1'300'000}}));
}

TEST(ParseTimeRange, takesNumbersThatOnlyTheClockHoldsAsTheClock) {
  const TimeRange epoch{{1'700'000'000'000'000'000}, {1'700'000'001'000'000'000}};
  EXPECT_EQ(*parseTimeRange("1700000000100000000..1700000000200000000", epoch),
            (TimeRange{{1'700'000'000'100'000'000}, {1'700'000'000'200'000'000}}));
  EXPECT_EQ(*parseTimeRange("1700000000100000000..", epoch), (TimeRange{{1'700'000'000'100'000'000}, epoch.end}));
}

TEST(ParseTimeRange, mayReachBeforeTheStart) {
  EXPECT_EQ(parseTimeRange("-5us..1us", bounds)->begin.ns, 995'000);
}

TEST(ParseTimeRange, refusesWhatIsNoRange) {
  for (const char* text : {"", "5", "a..b", "1..x", "5xs..6", "3ms..1ms", "1.2.3..4", "..99999999999999999999",
                           "9000000000000s..", "ms..2ms"}) {
    const auto range = parseTimeRange(text, bounds);
    ASSERT_FALSE(range) << text;
    EXPECT_EQ(range.error().kind, Error::Kind::Usage) << text;
    EXPECT_FALSE(range.error().message.english().empty());
  }
}

TEST(TimeRange, isReadAsItIsWritten) {
  const TimeRange range{{-1'200}, {1'700'000'000'000'000'001}};
  for (const TimeRange bounds : {TimeRange{{0}, {1}}, TimeRange{{1'700'000'000'000'000'000}, range.end}}) {
    const auto again = parseTimeRange(exactRangeText(range), bounds);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, range);
  }
}

}  // namespace
}  // namespace kernline
