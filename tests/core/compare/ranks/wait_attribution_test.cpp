// SPDX-License-Identifier: GPL-3.0-or-later
// Waits laid on who was late first: ranks whose chains of waiting are known.
#include "core/compare/ranks/rank_set.h"

#include "core/compare/ranks/delay_chain.h"
#include "core/compare/ranks/rank_verdict.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const Straggler& of(const RankSet& set, std::int32_t rank) {
  return *std::ranges::find(set.stragglers, rank, &Straggler::rank);
}

Duration total(const RankSet& set, Duration Straggler::* figure) {
  Duration sum;
  for (const Straggler& straggler : set.stragglers) {
    sum += straggler.*figure;
  }
  return sum;
}

Duration passed(const Straggler& straggler) {
  Duration sum;
  for (const PassedWait& passed : straggler.through) {
    sum += passed.wait;
  }
  return sum;
}

/// Four ranks in pairs {0, 1} and {2, 3}, then across in {0, 2} and {1, 3}, several times; `late` computes longer
/// before one meeting of its pair.
MadeRun twoPairs(int rounds, int lateRound, int late, double longer, bool isApart = false) {
  MadeRun run(4, isApart);
  for (int round = 0; round < rounds; ++round) {
    for (int rank = 0; rank < 4; ++rank) {
      run.compute(rank, 100);
      if (round == lateRound && rank == late) {
        run.compute(rank, longer, "slow_kernel");
      }
    }
    run.meet({0, 1}, "pair0");
    run.meet({2, 3}, "pair2");
    run.meet({0, 2}, "across0");
    run.meet({1, 3}, "across1");
  }
  return run;
}

TEST(WaitAttribution, leadThroughARankThatHadWaitedItself) {
  const auto set = setOf(twoPairs(3, 1, 3, 500).ranks());
  const Straggler& root = of(*set, 3);
  const Straggler& between = of(*set, 2);
  EXPECT_EQ(root.waitCaused.ns, 2 * 500'000) << "rank 2 in their pair, and rank 1 across";
  EXPECT_EQ(between.waitCaused.ns, 500'000) << "rank 0 waits for it";
  EXPECT_EQ(root.rootCaused.ns, 3 * 500'000);
  EXPECT_EQ(root.untraced.ns, 0);
  EXPECT_EQ(between.rootCaused.ns, 0);
  ASSERT_THAT(root.through, SizeIs(1));
  EXPECT_EQ(root.through[0].rank, 2);
  EXPECT_EQ(root.through[0].group, "across0");
  EXPECT_EQ(root.through[0].wait.ns, 500'000);
  ASSERT_THAT(root.chain, SizeIs(2));
  EXPECT_EQ(root.chain[0].rank, 3);
  EXPECT_EQ(root.chain[0].group, "pair2");
  EXPECT_EQ(root.chain[1].rank, 2);
  EXPECT_EQ(root.chain[1].group, "across0");
  EXPECT_EQ(set->collectives[root.chain[0].collective - 1].lastRank(), 3);
}

TEST(WaitAttribution, nameWhatTookLongerAndWhere) {
  const auto set = setOf(twoPairs(3, 1, 3, 500).ranks());
  const std::vector<RootCause>& causes = of(*set, 3).causes;
  ASSERT_THAT(causes, SizeIs(1));
  EXPECT_EQ(causes[0].kernel, "slow_kernel");
  EXPECT_EQ(causes[0].excess.ns, 500'000);
  EXPECT_EQ(causes[0].waitCaused.ns, 3 * 500'000);
  EXPECT_EQ(causes[0].times, 1U);
  EXPECT_EQ(set->trace->nameText(causes[0].span), "slow_kernel");
  EXPECT_EQ(causes[0].range, set->trace->range(causes[0].span));
  const CollectiveMatch& match = set->collectives[causes[0].collective - 1];
  EXPECT_EQ(match.group, "pair2");
  EXPECT_EQ(match.lastRank(), 3);
  EXPECT_THAT(of(*set, 2).causes, IsEmpty());
}

TEST(WaitAttribution, areNamedByTheVerdictWhereRanksHadBeenDelayed) {
  const auto set = setOf(twoPairs(3, 1, 3, 500).ranks());
  const RankVerdict verdict = verdictOn(*set);
  ASSERT_THAT(verdict.roots, SizeIs(1));
  EXPECT_EQ(rootSentenceOn(verdict).english(), phrase("waiting-began-on-rank", "100.0 %", "3") + " " +
                                                   phrase("rank-takes-longer", "3", "slow_kernel", "500.0 µs"));
  MadeRun alone(2);
  for (int i = 0; i < 9; ++i) {
    alone.compute(0, 100);
    alone.compute(1, 500);
    alone.meet({0, 1}, "all");
  }
  const auto pair = setOf(alone.ranks());
  EXPECT_THAT(verdictOn(*pair).roots, IsEmpty()) << "rank 1 is last and late, which the verdict says already";
  EXPECT_TRUE(rootSentenceOn(verdictOn(*pair)).isEmpty());
}

TEST(WaitAttribution, nameAPauseWhereNothingRan) {
  MadeRun run(4);
  for (int round = 0; round < 3; ++round) {
    run.step(round, run.now(0));
    for (int rank = 0; rank < 4; ++rank) {
      run.compute(rank, 50);
      run.pause(rank, round == 1 && rank == 3 ? 400 : 5);
      run.compute(rank, 50);
    }
    run.meet({0, 1}, "pair0");
    run.meet({2, 3}, "pair2");
    run.meet({0, 2}, "across0");
    run.meet({1, 3}, "across1");
  }
  const auto set = setOf(run.ranks());
  const std::vector<RootCause>& causes = of(*set, 3).causes;
  ASSERT_THAT(causes, SizeIs(1));
  EXPECT_EQ(causes[0].kernel, "");
  EXPECT_EQ(causes[0].excess.ns, 395'000);
  EXPECT_EQ(causes[0].range.length().ns, 400'000);
  EXPECT_EQ(causes[0].step, "ProfilerStep#1");
  EXPECT_EQ(causes[0].span, set->collectives[causes[0].collective - 1].parts[1].span) << "what began late after it";
}

TEST(WaitAttribution, acrossStepsBelongToTheFirstLateRank) {
  // Rank 0 is late in the first round; those that it never meets wait rounds later, for others.
  MadeRun run(6);
  const std::vector<std::vector<std::vector<int>>> rounds{
      {{0, 1}, {2, 3}, {4, 5}}, {{1, 2}, {3, 4}}, {{2, 3}, {4, 5}}, {{3, 4}, {0, 1}}, {{4, 5}}};
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    for (const std::vector<int>& group : rounds[round]) {
      for (const int rank : group) {
        run.compute(rank, round == 0 && rank == 0 ? 900 : 100);
      }
      run.meet(group, fmt::format("group {}{}", group[0], group[1]));
    }
  }
  const auto set = setOf(run.ranks());
  EXPECT_NEAR(static_cast<double>(total(*set, &Straggler::waitCaused).ns), run.waited() * 1000, 10);
  EXPECT_EQ(of(*set, 0).rootCaused.ns, 5 * 800'000) << "ranks 1 to 5, one after the other";
  std::vector<std::int32_t> between;
  for (const PassedWait& passed : of(*set, 0).through) {
    EXPECT_EQ(passed.wait.ns, 800'000);
    between.push_back(passed.rank);
  }
  EXPECT_THAT(between, testing::UnorderedElementsAre(1, 2, 3, 4));
}

TEST(WaitAttribution, ofTwoLateRanksGiveEachWhatItAdds) {
  MadeRun run(4);
  for (int round = 0; round < 4; ++round) {
    for (int rank = 0; rank < 4; ++rank) {
      run.compute(rank, 100);
    }
    if (round == 2) {
      run.compute(1, 300);
    }
    run.meet({0, 1}, "pair0");
    run.meet({2, 3}, "pair2");
    if (round == 2) {
      run.compute(0, 200);
    }
    run.meet({0, 2}, "across0");
    run.meet({1, 3}, "across1");
  }
  const auto set = setOf(run.ranks());
  // 0 for 1: 300; 2 for 0: 500, of which 300 are of 1; 3 for 1: 300. Then 1 for 0 and 3 for 2: 200 each of 0.
  EXPECT_EQ(of(*set, 1).rootCaused.ns, 900'000);
  EXPECT_EQ(of(*set, 0).rootCaused.ns, 600'000);
  EXPECT_EQ(total(*set, &Straggler::rootCaused).ns, 1'500'000);
}

TEST(WaitAttribution, ofAPipelineLieOnTheSlowStage) {
  MadeRun run(3);
  for (int batch = 0; batch < 12; ++batch) {
    run.compute(0, batch == 6 ? 1300 : 100);
    run.send(0, 1);
    run.compute(1, 100);
    run.send(1, 2);
    run.compute(2, 100);
  }
  const auto set = setOf(run.ranks());
  ASSERT_EQ(set->messages.size(), 24U);
  // Rank 1 waits 1.2 ms for rank 0, and rank 2 as long for rank 1.
  EXPECT_NEAR(static_cast<double>(passed(of(*set, 0)).ns), 1'200'000, 50'000);
  ASSERT_THAT(of(*set, 0).chain, SizeIs(2));
  EXPECT_EQ(of(*set, 0).chain[1].rank, 1);
  ASSERT_THAT(of(*set, 0).causes, testing::Not(IsEmpty()));
  EXPECT_EQ(of(*set, 0).causes[0].kernel, "gemm");
  EXPECT_EQ(of(*set, 0).causes[0].excess.ns, 1'200'000);
}

TEST(WaitAttribution, doNotDependOnTheClocksOfTheRanks) {
  const auto set = setOf(twoPairs(12, 7, 0, 4000, true).ranks());
  EXPECT_NE(set->clocks[1].correction().ns, 0);
  EXPECT_EQ(of(*set, 0).rootCaused.ns, 3 * 4'000'000);
}

TEST(WaitAttribution, stayWithTheLastRankWhereClocksMayHaveMadeTheWait) {
  MadeRun run(2);
  for (int i = 0; i < 9; ++i) {
    run.compute(0, 100);
    run.compute(1, 100 + (i == 5 ? 15 : 0));
    run.meet({0, 1}, "all");
  }
  const auto set = setOf(run.ranks());
  EXPECT_EQ(of(*set, 1).untraced.ns, 0);
  std::vector<MadeRank> ranks = run.ranks();
  const auto doubted = setOf(ranks, {{1, Duration{0}}});
  EXPECT_EQ(of(*doubted, 1).rootCaused.ns, 15'000);
  MadeRun apart(2);
  for (int i = 0; i < 9; ++i) {
    apart.compute(0, 100);
    apart.compute(1, 100);
    apart.meet({0, 1}, "all");
  }
  ranks = apart.ranks();
  ranks[1] = MadeRank(1, 2);
  ranks[1].setClock(20);  // too little to be certain that it is the clock
  for (int i = 0; i < 9; ++i) {
    ranks[1].kernel("gemm", 1000 + 121 * i, 100);
    ranks[1].collective("allreduce", 1100 + 121 * i, 20, 1000, "all", "[0, 1]", 2);
  }
  const auto unclear = setOf(ranks);
  EXPECT_EQ(of(*unclear, 1).rootCaused.ns, 9 * 20'000);
  EXPECT_EQ(of(*unclear, 1).untraced.ns, 9 * 20'000);
  EXPECT_THAT(of(*unclear, 1).causes, IsEmpty());
}

TEST(WaitAttribution, ofTheFirstCollectiveStayWithTheLastRank) {
  MadeRun run(2);
  run.compute(0, 100);
  run.pause(1, 300);  // its recording begins later
  run.compute(1, 100);
  run.meet({0, 1}, "all");
  const auto set = setOf(run.ranks());
  EXPECT_EQ(of(*set, 1).waitBefore.ns, 199'000) << "until its first launch";
  EXPECT_EQ(of(*set, 1).rootCaused.ns, 101'000);
  EXPECT_EQ(of(*set, 1).untraced.ns, 101'000);
}

/// Groups at random, work at random, ranks missing here and there, calls that overlap: each nanosecond once.
TEST(WaitAttribution, giveOutEachNanosecondOnce) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const int count = 3 + upTo(4);
    MadeRun run(count, seed % 2 == 0);
    for (int i = 0; i < 60; ++i) {
      std::vector<int> members;
      for (int rank = 0; rank < count; ++rank) {
        if (upTo(3) > 0) {
          run.compute(rank, 20 + upTo(200));
          members.push_back(rank);
        }
      }
      if (!members.empty()) {
        run.meet(members, fmt::format("{}", fmt::join(members, "")));
      }
      if (upTo(5) == 0) {
        run.now(upTo(count)) -= 15;  // makes the rest overlap the collective before
      }
      if (upTo(4) == 0) {
        run.send(0, 1 + upTo(count - 1));
      }
    }
    const auto set = setOf(run.ranks());
    EXPECT_EQ(total(*set, &Straggler::rootCaused), total(*set, &Straggler::waitCaused)) << seed;
    EXPECT_GT(total(*set, &Straggler::rootCaused).ns, 0) << seed;
    for (const Straggler& straggler : set->stragglers) {
      EXPECT_LE((straggler.untraced + passed(straggler)).ns, straggler.rootCaused.ns) << seed;
      EXPECT_GE(straggler.untraced.ns, 0) << seed;
    }
  }
}

/// 16 ranks in groups of four neighbors, and of four across; two of them are late in some layers, all a little.
TEST(WaitAttribution, ofAGridLieOnItsStragglers) {
  constexpr int count = 16;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed);
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const int one = upTo(count);
    const int two = (one + 1 + upTo(count - 1)) % count;
    MadeRun run(count, true);
    for (int layer = 0; layer < 16; ++layer) {
      for (int rank = 0; rank < count; ++rank) {
        const bool isLate = (rank == one && layer % 6 == 3) || (rank == two && layer % 7 == 5);
        run.compute(rank, 400 + 0.001 * upTo(6000) + (isLate ? 1000 + 10 * upTo(500) : 0));
      }
      for (int group = 0; group < 4; ++group) {
        run.meet({4 * group, 4 * group + 1, 4 * group + 2, 4 * group + 3}, fmt::format("tp{}", group));
      }
      for (int group = 0; group < 4 && layer % 4 == 3; ++group) {
        run.meet({group, group + 4, group + 8, group + 12}, fmt::format("dp{}", group));
      }
    }
    const auto set = setOf(run.ranks());
    const auto whole = static_cast<double>(total(*set, &Straggler::waitCaused).ns);
    EXPECT_NEAR(whole, 1000 * run.waited(), 1000);
    EXPECT_GT(static_cast<double>((of(*set, one).rootCaused + of(*set, two).rootCaused).ns), 0.95 * whole) << seed;
    EXPECT_LT(static_cast<double>((of(*set, one).waitCaused + of(*set, two).waitCaused).ns), 0.8 * whole) << seed;
  }
}

TEST(DelayChains, findWhereTwoWaysPartedAsASearchDoes) {
  std::mt19937 random(7);
  DelayChain chain;
  std::vector<DelayChain::Link> links{DelayChain::start};
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::size_t newest = std::min<std::size_t>(links.size(), 1 + random() % 8);
    links.push_back(chain.add(links[links.size() - newest], i));
    EXPECT_EQ(chain.part(links.back()), i);
  }
  for (int i = 0; i < 3000; ++i) {
    DelayChain::Link a = links[random() % links.size()];
    DelayChain::Link b = links[random() % links.size()];
    const DelayChain::Link found = chain.common(a, b);
    while (a != b) {
      (chain.depth(a) >= chain.depth(b) ? a : b) = chain.parent(chain.depth(a) >= chain.depth(b) ? a : b);
    }
    EXPECT_EQ(found, a);
  }
}

}  // namespace
}  // namespace kernline::test
