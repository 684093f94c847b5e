// SPDX-License-Identifier: GPL-3.0-or-later
// Which launches of two recordings of a program are the same.
#include "core/analysis/ncu/same_launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

using Kernels = std::vector<std::uint32_t>;

TEST(SameLaunches, theNthIsTheNthWhereBothHaveAsMany) {
  const SameLaunches same = sameLaunches(Kernels{1, 2, 1}, Kernels{1, 1, 9, 2});
  EXPECT_THAT(same.pairs, UnorderedElementsAre(Pair(0, 0), Pair(2, 1), Pair(1, 3)));
  EXPECT_EQ(same.rounds, 1U);
}

TEST(SameLaunches, aRoundThatTheOtherRepeatsIsAllOfThem) {
  const SameLaunches same = sameLaunches(Kernels{1, 2}, Kernels{1, 9, 2, 1, 2, 9, 1});
  EXPECT_THAT(same.pairs, UnorderedElementsAre(Pair(0, 0), Pair(1, 2), Pair(0, 3), Pair(1, 4)))
      << "kernels that nobody measured do not matter, and half a round is none";
  EXPECT_EQ(same.rounds, 2U);
}

TEST(SameLaunches, whatStandsBetweenRoundsTellsWhereTheyBegin) {
  const SameLaunches same = sameLaunches(Kernels{1, 2, 1, 2}, Kernels{1, 2, 1, 2, 9, 1, 2, 1, 2, 9});
  EXPECT_EQ(same.pairs.size(), 8U);
  EXPECT_EQ(same.rounds, 2U);
}

TEST(SameLaunches, ofRoundsThatOverlapItIsTheBeginning) {
  EXPECT_THAT(sameLaunches(Kernels{1, 1}, Kernels{1, 1, 1}).pairs, UnorderedElementsAre(Pair(0, 0), Pair(1, 1)));
  EXPECT_THAT(sameLaunches(Kernels{1, 2, 1}, Kernels{1, 2, 1, 2, 1}).pairs,
              UnorderedElementsAre(Pair(0, 0), Pair(1, 1), Pair(2, 2)));
  EXPECT_THAT(sameLaunches(Kernels{1, 2, 1}, Kernels{2, 1, 2, 1, 2, 1}).pairs, IsEmpty());
}

TEST(SameLaunches, ofAnotherNumberAmongOthersAreAmbiguous) {
  EXPECT_THAT(sameLaunches(Kernels{1, 2, 1, 2}, Kernels{1, 2, 1, 1, 2}).pairs,
              UnorderedElementsAre(Pair(1, 1), Pair(3, 4)));
}

TEST(SameLaunches, launchesInAnotherOrderAreAmbiguous) {
  EXPECT_THAT(sameLaunches(Kernels{2, 1}, Kernels{1, 1, 2, 2, 1, 2}).pairs,
              UnorderedElementsAre(Pair(0, 3), Pair(1, 4)));
  EXPECT_THAT(sameLaunches(Kernels{2, 1}, Kernels{1, 1, 2, 9, 2}).pairs, IsEmpty());
}

TEST(SameLaunches, aPartOfWhatWasMeasuredIsFoundIfItIsThereOnce) {
  EXPECT_THAT(sameLaunches(Kernels{1, 2, 2, 1, 1}, Kernels{2, 1}).pairs, UnorderedElementsAre(Pair(2, 0), Pair(3, 1)));
  EXPECT_THAT(sameLaunches(Kernels{2, 1, 2, 9, 1, 2}, Kernels{1, 2}).pairs, IsEmpty())
      << "which of the two is not known";
}

TEST(SameLaunches, whatOnlyOneHasIsNone) {
  EXPECT_THAT(sameLaunches(Kernels{1}, Kernels{2}).pairs, IsEmpty());
  EXPECT_THAT(sameLaunches({}, Kernels{2}).pairs, IsEmpty());
}

TEST(SameLaunches, longRunsOfTheSameTakeLinearTime) {
  constexpr std::size_t many = 200'000;
  Kernels first(many / 2, 1);
  first.push_back(2);
  const Kernels second(many, 1);
  EXPECT_EQ(sameLaunches(first, second).pairs.size(), many / 2);
}

}  // namespace
}  // namespace kernline::test
