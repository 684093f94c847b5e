// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/scaling.h"
#include "core/compare/tables/comparison_text.h"
#include "tests/support/says.h"

#include "core/compare/tables/student.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace kernline {
namespace {

TEST(Scaling, isNoTrendWhereTimesMayRiseOrFall) {
  EXPECT_THAT(scalingText({.exponent = -0.01, .halfWidth = 0.77}), test::says("no-clear-trend"));
  EXPECT_THAT(scalingText({.exponent = 0.3, .halfWidth = 0.4}), test::says("no-clear-trend"));
  EXPECT_EQ(scalingText({.exponent = 0.01, .halfWidth = 0.02}).english(), "∝ n^0.01 ± 0.02") << "it does neither";
  EXPECT_EQ(scalingText({.exponent = 1.5, .halfWidth = 0.8}).english(), "∝ n^1.50 ± 0.80");
}

TEST(StudentQuantile, agreesWithPrintedTables) {
  EXPECT_NEAR(studentQuantile(0.95, 1), 12.706204736, 1e-6);
  EXPECT_NEAR(studentQuantile(0.95, 2), 4.302652730, 1e-7);
  EXPECT_NEAR(studentQuantile(0.95, 3), 3.182446305, 1e-7);
  EXPECT_NEAR(studentQuantile(0.95, 4), 2.776445105, 1e-7);
  EXPECT_NEAR(studentQuantile(0.95, 10), 2.228138852, 1e-7);
  EXPECT_NEAR(studentQuantile(0.99, 5), 4.032142984, 1e-7);
  EXPECT_NEAR(studentQuantile(0.95, 1000), 1.962339081, 1e-6);
}

TEST(Scaling, findsTheExponentOfAnExactPowerLaw) {
  const auto fit = fitScaling(std::vector<ScalingPoint>{{2, 12}, {4, 48}, {8, 192}, {32, 3072}});  // 3 x²
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->exponent, 2, 1e-12);
  EXPECT_NEAR(fit->factor, 3, 1e-10);
  ASSERT_TRUE(fit->halfWidth);
  EXPECT_NEAR(*fit->halfWidth, 0, 1e-6);
  EXPECT_NEAR(fit->rSquared, 1, 1e-12);
  EXPECT_EQ(fit->points, 4U);
  EXPECT_NEAR(fit->at(10), 300, 1e-8);
}

TEST(Scaling, givesTheIntervalOfThreePointsAsByHand) {
  const auto fit = fitScaling(std::vector<ScalingPoint>{{256, 24.5}, {512, 48.22}, {1024, 98.13}});
  ASSERT_TRUE(fit && fit->halfWidth);
  const double step = std::log(2.0);
  EXPECT_NEAR(fit->exponent, std::log(98.13 / 24.5) / (2 * step), 1e-12);
  // Three evenly spaced points: the squared residuals are (a - 2b + c)² / 6, with one degree of freedom.
  const double bend = std::log(24.5) - 2 * std::log(48.22) + std::log(98.13);
  EXPECT_NEAR(*fit->halfWidth, 12.7062047 * std::sqrt(bend * bend / 6 / (2 * step * step)), 1e-6);
}

TEST(Scaling, claimsNoIntervalWithTwoPoints) {
  const auto fit = fitScaling(std::vector<ScalingPoint>{{1, 1}, {10, 1000}});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->exponent, 3, 1e-12);
  EXPECT_FALSE(fit->halfWidth);
}

TEST(Scaling, needsTwoSizesAndPositiveValues) {
  EXPECT_FALSE(fitScaling(std::vector<ScalingPoint>{{5, 1}, {5, 2}}));
  EXPECT_FALSE(fitScaling(std::vector<ScalingPoint>{{5, 1}, {6, 0}, {-1, 3}}));
  EXPECT_FALSE(fitScaling({}));
}

TEST(Crossing, ofFitsIsWhereBothAreEqual) {
  const auto linear = fitScaling(std::vector<ScalingPoint>{{1, 8}, {2, 16}, {4, 32}});  // 8 x
  const auto square = fitScaling(std::vector<ScalingPoint>{{1, 1}, {2, 4}, {4, 16}});   // x²
  const auto crossing = crossingOf(*linear, *square);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->x, 8, 1e-9);
  EXPECT_TRUE(crossing->isBeyondMeasured);
}

TEST(Crossing, ofFitsIsKnownWithinWhatWasMeasuredEvenWhereTheirIntervalsOverlap) {
  const auto one = fitScaling(std::vector<ScalingPoint>{{1, 1}, {2, 2.3}, {4, 4}});
  const auto other = fitScaling(std::vector<ScalingPoint>{{1, 1.2}, {2, 2}, {4, 4.1}});
  const auto crossing = crossingOf(*one, *other);
  ASSERT_TRUE(crossing);
  EXPECT_FALSE(crossing->isBeyondMeasured);
}

/// Times of two attentions at three lengths, of which one was always faster.
TEST(Crossing, ofFitsIsNotClaimedBeyondWhatWasMeasuredWhereTheirIntervalsOverlap) {
  const auto slow = fitScaling(std::vector<ScalingPoint>{{256, 6.965}, {512, 16.83}, {1024, 46.6}});
  const auto fast = fitScaling(std::vector<ScalingPoint>{{256, 4.996}, {512, 8.745}, {1024, 16.32}});
  EXPECT_FALSE(crossingOf(*slow, *fast)) << "at 138, if at all";
  EXPECT_FALSE(crossingOf(*fast, *slow));
}

TEST(Crossing, ofFitsIsNotClaimedFarAway) {
  const auto one = fitScaling(std::vector<ScalingPoint>{{1, 1}, {2, 2}, {4, 4}});
  const auto other = fitScaling(std::vector<ScalingPoint>{{1, 100}, {2, 100}, {4, 100}});
  EXPECT_FALSE(crossingOf(*one, *other)) << "100 is more than eight times beyond 4";
  EXPECT_FALSE(crossingOf(*one, *one));
}

TEST(Crossing, ofMeasurementsIsInterpolatedAlongLogarithms) {
  const std::vector<ScalingPoint> rising{{1, 1}, {10, 100}};
  const std::vector<ScalingPoint> flat{{1, 10}, {10, 10}};
  const std::vector<double> found = measuredCrossings(rising, flat);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0], std::sqrt(10.0), 1e-12);
  EXPECT_TRUE(measuredCrossings(flat, flat).empty()) << "equal all along is no crossing";
  EXPECT_TRUE(measuredCrossings(rising, std::vector<ScalingPoint>{{2, 1}}).empty()) << "no size in common";
}

}  // namespace
}  // namespace kernline
