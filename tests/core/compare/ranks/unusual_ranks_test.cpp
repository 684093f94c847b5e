// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/unusual_ranks.h"

#include "tests/core/compare/ranks/made_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace kernline::test {
namespace {

/// Two stages of five ranks; those of the second compute half as long. One rank of each is slow.
MadeRun twoStages() {
  MadeRun run(10);
  for (int round = 0; round < 6; ++round) {
    for (int rank = 0; rank < 10; ++rank) {
      const bool isSlow = rank == 3 || rank == 7;
      run.compute(rank, (rank < 5 ? 200 : 100) + (isSlow ? 150 : 0));
    }
    run.meet({0, 1, 2, 3, 4}, "front");
    run.meet({5, 6, 7, 8, 9}, "back");
  }
  return run;
}

std::vector<std::size_t> placesOf(const std::vector<UnusualRank>& unusual) {
  std::vector<std::size_t> places;
  std::ranges::transform(unusual, std::back_inserter(places), &UnusualRank::place);
  return places;
}

TEST(UnusualRanks, areFarFromThoseOfTheirStage) {
  const std::vector<UnusualRank> unusual = unusualRanks(*setOf(twoStages().ranks()));
  EXPECT_THAT(placesOf(unusual), testing::ElementsAre(3, 7));
  EXPECT_EQ(std::ranges::find(unusual[1].figures, "compute", &UnusualFigure::name)->usual.ns, 6 * 100'000);
}

TEST(UnusualRanks, areFarFromAllWhereGroupsAreNoStages) {
  MadeRun run = twoStages();
  run.meet({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, "world");
  for (const UnusualRank& rank : unusualRanks(*setOf(run.ranks()))) {
    EXPECT_EQ(std::ranges::find(rank.figures, "compute", &UnusualFigure::name), rank.figures.end())
        << "the middle distance of all is large";
  }
}

TEST(UnusualRanks, areNotThoseThatWaitForARankWhoseClockIsOff) {
  constexpr double off = 40;  // too little to set a clock by
  std::vector<MadeRank> made;
  for (int rank = 0; rank < 8; ++rank) {
    made.emplace_back(rank, 8);
    made.back().setClock(rank == 1 ? off : 0);
    made.back().collective("allreduce", 10, 100, 1000, "world", "[0, 1, 2, 3, 4, 5, 6, 7]", 8);
    const int even = rank / 2 * 2;
    for (int round = 0; round < 100; ++round) {
      const double begin = 1000 + round * 250.0;
      made.back().kernel("gemm", begin, 100);
      made.back().collective("allreduce", begin + 101, 100, 1000, fmt::format("pair{}", even),
                             fmt::format("[{}, {}]", even, even + 1), 2);
    }
  }
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  ASSERT_EQ(set->clocks[1].source(), ClockSource::WithinEnds);
  ASSERT_GE(set->accounts[0].waiting.ns, 100 * 30'000) << "rank 1 seems to come late";
  EXPECT_TRUE(unusualRanks(*set).empty());
}

TEST(UnusualRanks, areNotThoseWhoseOwnClockIsOffByWhatItsBoundSays) {
  constexpr double off = 40;  // too little to set a clock by
  std::vector<MadeRank> made;
  for (int rank = 0; rank < 8; ++rank) {
    made.emplace_back(rank, 8);
    made.back().setClock(rank == 5 ? -off : 0);  // it seems to come early, and to wait
    for (int round = 0; round < 100; ++round) {
      const double begin = round * 250.0 + (rank == 5 ? 0 : 2);  // rank 5 comes 2 µs early
      made.back().kernel("gemm", begin, 100);
      made.back().collective("allreduce", begin + 101, 100 + (rank == 5 ? 2 : 0), 1000, "world",
                             "[0, 1, 2, 3, 4, 5, 6, 7]", 8);
    }
  }
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  ASSERT_EQ(set->clocks[5].source(), ClockSource::WithinEnds);
  ASSERT_GT(set->accounts[5].waiting.ns, 100 * set->clocks[5].error().value().ns) << "a little more than the clock";
  EXPECT_TRUE(unusualRanks(*set).empty());
}

}  // namespace
}  // namespace kernline::test
