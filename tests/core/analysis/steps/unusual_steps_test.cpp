// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/unusual_steps.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace kernline {
namespace {

std::vector<TimeRange> stepsOf(std::initializer_list<std::int64_t> lengths) {
  std::vector<TimeRange> steps;
  Time at;
  for (const std::int64_t length : lengths) {
    steps.push_back({at, at + Duration{length}});
    at = steps.back().end;
  }
  return steps;
}

TEST(WarmUp, isFirstStepsThatTakeMuchLongerThanThoseBehindThem) {
  EXPECT_EQ(warmUpSteps(stepsOf({900, 300, 100, 100, 110})), 2U);
  EXPECT_EQ(warmUpSteps(stepsOf({150, 100, 100})), 0U) << "1.5 times as long";
  EXPECT_EQ(warmUpSteps(stepsOf({151, 100, 100})), 1U);
  EXPECT_EQ(warmUpSteps(stepsOf({100, 900, 100, 100})), 0U) << "a later one is no warm-up";
}

TEST(WarmUp, leavesTwoSteps) {
  EXPECT_EQ(warmUpSteps(stepsOf({1000, 100, 10, 1})), 2U);
  EXPECT_EQ(warmUpSteps(stepsOf({1000, 1})), 0U);
  EXPECT_EQ(warmUpSteps(stepsOf({5})), 0U);
  EXPECT_EQ(warmUpSteps({}), 0U);
}

TEST(OutlierSteps, areAFewOverThreeTimesTheMiddleOne) {
  const auto placesOf = [](std::initializer_list<std::int64_t> lengths) {
    std::vector<std::size_t> places;
    const std::vector<bool> isOutlier = outlierSteps(stepsOf(lengths));
    for (std::size_t i = 0; i < isOutlier.size(); ++i) {
      if (isOutlier[i]) {
        places.push_back(i);
      }
    }
    return places;
  };
  EXPECT_EQ(placesOf({100, 100, 301, 100}), std::vector<std::size_t>{2});
  EXPECT_EQ(placesOf({100, 100, 300, 100}), std::vector<std::size_t>{});
  EXPECT_EQ(placesOf({100, 500, 100, 500, 100}), std::vector<std::size_t>{}) << "two of five are a habit";
  EXPECT_EQ(placesOf({100, 900, 100}), std::vector<std::size_t>{}) << "of three steps none is";
}

}  // namespace
}  // namespace kernline
