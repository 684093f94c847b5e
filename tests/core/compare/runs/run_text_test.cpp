// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline {
namespace {

/// Steps of 1 ms whose parts became longer by this many ns.
RunDifference withDeltas(const std::vector<double>& deltas) {
  RunDifference difference;
  difference.baseStep = 1e6;
  difference.otherStep = 1e6;
  for (const double delta : deltas) {
    difference.waterfall.push_back({.name = "part " + std::to_string(delta), .base = 1000, .other = 1000 + delta});
  }
  return difference;
}

TEST(ShownParts, ofLessThanAThousandthOfAStepAreOneRow) {
  const RunDifference difference = withDeltas({90000, -50000, 4000, 2000, -600, 32, 15});
  const std::vector<WaterfallPart> shown = shownParts(difference, 30);
  ASSERT_EQ(shown.size(), 5U);
  EXPECT_EQ(shown[3].delta(), 2000);
  EXPECT_EQ(shown[4].rest, 3U);
  EXPECT_EQ(shown[4].delta(), -553);
  EXPECT_EQ(shownParts(difference, 0).size(), 7U) << "all of them are to be had";
  EXPECT_EQ(shownParts(difference, 2).size(), 3U);
  EXPECT_EQ(shownParts(difference, 2)[2].rest, 5U);
}

TEST(ShownParts, ofRunsThatHardlyDifferAreStillShown) {
  const std::vector<WaterfallPart> shown = shownParts(withDeltas({90, -50, 40, 20, -6}), 30);
  ASSERT_EQ(shown.size(), 4U);
  EXPECT_EQ(shown[2].delta(), 40);
  EXPECT_EQ(shown[3].rest, 2U);
}

TEST(ShownParts, neverHideOneAlone) {
  EXPECT_EQ(shownParts(withDeltas({90000, -50000, 4000, 2000, 15}), 30).size(), 5U);
}

}  // namespace
}  // namespace kernline
