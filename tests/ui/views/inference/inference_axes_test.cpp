// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_axes.h"

#include <gtest/gtest.h>

#include <vector>

namespace kernline::ui {
namespace {

TEST(InferenceAxes, beginAtZeroWhileValuesAreClose) {
  const std::vector<double> values{16, 32, 20};
  const AxisExtent extent = fittingExtent(values);
  EXPECT_FALSE(extent.isLog);
  EXPECT_EQ(extent.min, 0);
  EXPECT_GT(extent.max, 32);
  EXPECT_DOUBLE_EQ(extent.shareOf(extent.max / 4), 0.25);
}

TEST(InferenceAxes, areLogarithmicWhereValuesDifferTwentyfold) {
  const std::vector<double> values{32, 3200};
  const AxisExtent extent = fittingExtent(values);
  EXPECT_TRUE(extent.isLog);
  EXPECT_LT(extent.min, 32);
  EXPECT_GT(extent.max, 3200);
  EXPECT_NEAR(extent.shareOf(320), 0.5, 1e-9);
  EXPECT_TRUE(fittingExtent(std::vector<double>{10, 200}).isLog);
  EXPECT_FALSE(fittingExtent(std::vector<double>{10, 199}).isLog);
  EXPECT_FALSE(fittingExtent(std::vector<double>{0, 3200}).isLog) << "zero has no logarithm";
}

TEST(InferenceAxes, stayDrawableWithNothingOrZeros) {
  EXPECT_EQ(fittingExtent({}).max, 1);
  EXPECT_EQ(fittingExtent(std::vector<double>{0, 0}).max, 1);
}

TEST(InferenceAxes, chooseTheUnitOfTheirLargest) {
  EXPECT_EQ(fittingAxisUnit(2'500'000).unit, TimeUnit::Milliseconds);
  EXPECT_EQ(fittingAxisUnit(2'500'000).ns, 1e6);
  EXPECT_EQ(fittingAxisUnit(12).ns, 1);
}

}  // namespace
}  // namespace kernline::ui
