// SPDX-License-Identifier: GPL-3.0-or-later
// Waits that began with ranks whose files are missing.
#include "core/compare/ranks/missing_ranks.h"

#include "core/compare/ranks/rank_verdict.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const Straggler& stragglerAt(const RankSet& set, std::int32_t rank) {
  return *std::ranges::find(set.stragglers, rank, &Straggler::rank);
}

/// Six ranks in two groups of three, then across in pairs; `late` computes 500 us longer before one meeting of its
/// group. Rank 5 has no file.
std::shared_ptr<const RankSet> withoutRank5(int late) {
  MadeRun run(6);
  for (int round = 0; round < 6; ++round) {
    for (int rank = 0; rank < 6; ++rank) {
      run.compute(rank, round == 3 && rank == late ? 600 : 100);
    }
    run.meet({0, 1, 2}, "front");
    run.meet({3, 4, 5}, "back");
    run.meet({0, 3}, "across0");
    run.meet({1, 4}, "across1");
    run.meet({2, 5}, "across2");
  }
  std::vector<MadeRank> ranks = run.ranks();
  ranks.pop_back();
  return setOf(ranks);
}

TEST(MissingRanks, leaveTheWaitsOfThoseUntracedWhoWaitedForThem) {
  const auto set = withoutRank5(5);
  for (const int rank : {3, 4}) {
    const Straggler& between = stragglerAt(*set, rank);
    EXPECT_EQ(between.rootCaused.ns, 500'000) << "the other group waits for it";
    EXPECT_EQ(between.untraced.ns, 500'000);
    ASSERT_THAT(between.absent, SizeIs(1));
    EXPECT_EQ(between.absent[0].group, "back");
    EXPECT_THAT(between.absent[0].ranks, testing::ElementsAre(5));
    EXPECT_EQ(between.absent[0].wait.ns, 500'000);
  }
  const RankVerdict verdict = verdictOn(*set);
  EXPECT_THAT(verdict.roots, IsEmpty());
  EXPECT_THAT(rootSentenceOn(verdict), says("waiting-of-missing-ranks", "100.0 %", "5 (back)"));
}

TEST(MissingRanks, whoWereNotLateHideNobody) {
  const auto set = withoutRank5(3);
  const Straggler& root = stragglerAt(*set, 3);
  EXPECT_EQ(root.rootCaused.ns, 3 * 500'000) << "rank 4 in their group, ranks 0 and 1 across";
  EXPECT_EQ(root.untraced.ns, 0);
  ASSERT_THAT(root.through, SizeIs(1));
  EXPECT_EQ(root.through[0].rank, 4);
  EXPECT_THAT(rootSentenceOn(verdictOn(*set)), testing::Not(mentions("waiting-of-missing-ranks", anyValue, anyValue)));
}

TEST(MissingRanks, leaveTheWaitsOfThoseUntracedWhoWaitedForTheirMessages) {
  MadeRun run(3);
  for (int round = 0; round < 6; ++round) {
    for (int rank = 0; rank < 3; ++rank) {
      run.compute(rank, round == 3 && rank == 2 ? 600 : 100);
    }
    run.send(2, 1);
    run.meet({0, 1}, "pair");
  }
  std::vector<MadeRank> ranks = run.ranks();
  ranks.pop_back();
  const auto set = setOf(ranks);
  const Straggler& between = stragglerAt(*set, 1);
  EXPECT_GE(between.waitCaused.ns, 500'000) << "rank 0 waits for it";
  ASSERT_THAT(between.absent, SizeIs(1));
  EXPECT_THAT(between.absent[0].ranks, testing::ElementsAre(2));
  EXPECT_GE(between.absent[0].wait.ns, 500'000);
  EXPECT_EQ(between.untraced, between.absent[0].wait);
}

}  // namespace
}  // namespace kernline::test
