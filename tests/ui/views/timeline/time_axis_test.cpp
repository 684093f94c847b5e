// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/time_axis.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

constexpr TimeRange bounds{{1'000'000}, {2'000'000}};

TEST(TimeAxis, epochTimesLoseNothing) {
  const std::int64_t epoch = 1'712'195'495'505'543'201;
  const TimeAxis axis({{epoch}, {epoch + 1000}}, 1000);
  EXPECT_DOUBLE_EQ(axis.xOf({epoch + 7}), 7.0);
  EXPECT_EQ(axis.timeAt(7), Time{epoch + 7});
}

TEST(TimeAxis, zoomKeepsTheTimeUnderTheCursor) {
  TimeRange range = bounds;
  const Time anchor{1'234'567};
  const double x = TimeAxis(range, 1600).xOf(anchor);
  for (int i = 0; i < 12; ++i) {
    range = zoomed(range, 0.8, anchor);
    EXPECT_NEAR(TimeAxis(range, 1600).xOf(anchor), x, 0.5) << "after " << i + 1 << " notches";
  }
}

TEST(TimeAxis, noZoomShowsLessThanCanBeRead) {
  TimeRange range = bounds;
  for (int i = 0; i < 200; ++i) {
    range = zoomed(range, 0.5, {1'500'000});
  }
  EXPECT_EQ(range.length(), minViewLength);
  EXPECT_TRUE(range.contains({1'500'000}));
}

TEST(TimeAxis, zoomingOutWithoutEndStaysFinite) {
  TimeRange range = bounds;
  for (int i = 0; i < 400; ++i) {
    range = zoomed(range, 2, {1'500'000});
  }
  EXPECT_GT(range.length().ns, 0);
  const TimeRange kept = keptWithin(range, bounds);
  EXPECT_LE(kept.length().ns, bounds.length().ns * 11 / 10);
  EXPECT_LE(kept.begin, bounds.begin);
  EXPECT_GE(kept.end, bounds.end);
}

TEST(TimeAxis, aHandCannotLoseTheTrace) {
  const TimeRange view{{1'400'000}, {1'500'000}};
  EXPECT_TRUE(keptWithin(shifted(view, {50'000'000}), bounds).overlaps(bounds));
  EXPECT_TRUE(keptWithin(shifted(view, {-50'000'000}), bounds).overlaps(bounds));
  EXPECT_EQ(keptWithin(view, bounds), view);
}

TEST(TimeAxis, aMarginLiesOnBothSides) {
  EXPECT_EQ(withMargin({{1000}, {2000}}, 0.1), (TimeRange{{900}, {2100}}));
  const TimeRange instant = withMargin({{1000}, {1000}}, 0.1);
  EXPECT_EQ(instant.length(), minViewLength);
  EXPECT_TRUE(instant.contains({1000}));
}

}  // namespace
}  // namespace kernline::ui
