// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks, collectives, messages and accounts of ranks whose answers are known.
#include "core/compare/ranks/rank_set.h"

#include "core/analysis/communication/communication_args.h"
#include "core/compare/ranks/match_calls.h"
#include "core/compare/ranks/rank_verdict.h"
#include "core/open/open_ranks.h"
#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace kernline::test {
namespace {

using testing::ElementsAre;

/// Four ranks with ten all-reduces each; rank 2 computes 30 µs longer before each, and so begins last.
std::vector<MadeRank> fourRanks(const std::vector<double>& clocks) {
  std::vector<MadeRank> ranks;
  for (int r = 0; r < 4; ++r) {
    MadeRank& rank = ranks.emplace_back(r, 4);
    rank.setClock(clocks[static_cast<std::size_t>(r)]);
    for (int i = 0; i < 10; ++i) {
      const double begin = 1000.0 + 211.0 * i + 7.0 * (i * i % 5);
      const double compute = r == 2 ? 80 : 50;
      rank.kernel("gemm", begin, compute);
      rank.collective("allreduce", begin + compute, 80 - compute + 20, 1000, "0", "[0, 1, 2, 3]", 4);
    }
  }
  return ranks;
}

std::vector<std::int64_t> corrections(const RankSet& set) {
  std::vector<std::int64_t> found;
  for (const RankClock& clock : set.clocks) {
    found.push_back(clock.correction().ns);
  }
  return found;
}

TEST(RankClocks, areSetByTheEndsOfCollectives) {
  const auto set = setOf(fourRanks({0, 1500, -320.5, 140}));
  EXPECT_THAT(corrections(*set), ElementsAre(0, -1'500'000, 320'500, -140'000));
  for (std::size_t p = 1; p < 4; ++p) {
    EXPECT_EQ(set->clocks[p].spread.ns, 0);
    EXPECT_EQ(set->clocks[p].collectives, 10U);
  }
  EXPECT_EQ(set->stragglers.front().rank, 2) << "clocks do not change who is late";
}

TEST(RankClocks, stayWhereTheDifferenceIsWithinTheError) {
  const auto set = setOf(fourRanks({0, 0, 3, 0}));
  EXPECT_EQ(set->clocks[2].estimate.ns, -3000);
  EXPECT_EQ(set->clocks[2].source(), ClockSource::WithinEnds);
  EXPECT_EQ(set->clocks[2].error(), Duration{3000}) << "what is not added may be wrong by as much";
  EXPECT_THAT(corrections(*set), ElementsAre(0, 0, 0, 0));
}

TEST(RankClocks, areJoinedThroughGroupsThatShareNoCollective) {
  std::vector<MadeRank> ranks{MadeRank(0, 3), MadeRank(1, 3), MadeRank(2, 3)};
  ranks[1].setClock(100);
  ranks[2].setClock(-250);
  for (int i = 0; i < 6; ++i) {
    const double at = 1000 + 100 * i + i * i;
    ranks[0].collective("allreduce", at, 10, 1000, "1", "[0, 1]");
    ranks[1].collective("allreduce", at, 10, 1000, "1", "[0, 1]");
    ranks[1].collective("allreduce", at + 50, 10, 1000, "2", "[1, 2]");
    ranks[2].collective("allreduce", at + 50, 10, 1000, "2", "[1, 2]");
  }
  EXPECT_THAT(corrections(*setOf(ranks)), ElementsAre(0, -100'000, 250'000));
}

TEST(RankClocks, ofRanksThatMeetOnlyEachOtherAreSetToOneOfThem) {
  std::vector<MadeRank> ranks{MadeRank(0, 4), MadeRank(1, 4), MadeRank(2, 4), MadeRank(3, 4)};
  ranks[1].setClock(100);
  ranks[2].setClock(700);
  ranks[3].setClock(-250);
  for (int i = 0; i < 6; ++i) {
    const double at = 1000 + 100 * i + i * i;
    for (std::size_t rank = 0; rank < 4; ++rank) {
      ranks[rank].collective("allreduce", at, 10, 1000, rank < 2 ? "1" : "2", rank < 2 ? "[0, 1]" : "[2, 3]");
    }
  }
  const auto set = setOf(ranks);
  EXPECT_THAT(corrections(*set), ElementsAre(0, -100'000, 0, 950'000));
  EXPECT_EQ(set->clocks[2].source(), ClockSource::Unknown);
  EXPECT_EQ(set->clocks[3].source(), ClockSource::Collectives);
  EXPECT_EQ(set->clocks[3].setTo, 2);
  EXPECT_EQ(set->stragglers.front().waitCaused.ns, 0) << "all began together";
  EXPECT_THAT(set->doubts, testing::IsSupersetOf(
                               {says("rank-clock-not-checked", "2", "0"), says("clock-of-other-rank", "2", "0", "3")}));
}

/// Two ranks that began 20 all-reduces together, but for their clocks and for how much longer rank 1 computed.
std::vector<MadeRank> twoRanks(double clock, double lateBy) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  ranks[1].setClock(clock);
  for (MadeRank& rank : ranks) {
    rank.kernel("gemm", 100, 10);  // both are recorded before anybody waits
  }
  for (int i = 0; i < 20; ++i) {
    const double at = 1000 + 500 * i + 3 * (i * i % 7);
    ranks[0].collective("allreduce", at, 100 + lateBy);
    ranks[1].collective("allreduce", at + lateBy, 100);
  }
  return ranks;
}

TEST(RankVerdict, namesNobodyWhileClocksMayBeOffByAsMuchAsRanksWait) {
  const auto set = setOf(twoRanks(20, 0));
  ASSERT_EQ(set->stragglers.front().waitCaused.ns, 20 * 20'000) << "as the clocks have it";
  const RankVerdict verdict = verdictOn(*set);
  EXPECT_EQ(verdict.finding, WaitFinding::WithinClocks);
  EXPECT_EQ(verdict.mainStraggler(), nullptr);
  EXPECT_THAT(sentenceOn(*set, verdict), says("waits-inconclusive", "400.0 µs", "20.00 µs", "20"));
}

TEST(RankVerdict, namesTheRankThatOthersWaitForLongerThanClocksAreOff) {
  const auto set = setOf(twoRanks(20, 60));
  const RankVerdict verdict = verdictOn(*set);
  EXPECT_EQ(verdict.finding, WaitFinding::OneHoldsUp);
  ASSERT_NE(verdict.mainStraggler(), nullptr);
  EXPECT_EQ(verdict.mainStraggler()->rank, 1);
  EXPECT_FALSE(verdict.isWithinClocks);
}

TEST(RankClocks, areNotSetByCollectivesThatScatterAsFar) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  for (int i = 0; i < 9; ++i) {
    ranks[0].collective("allreduce", 1000 + 1000 * i, 100);
    ranks[1].collective("allreduce", 1000 + 1000 * i + 60 + 80 * (i % 3 - 1), 100);
  }
  const RankClock clock = setOf(ranks)->clocks[1];
  EXPECT_EQ(clock.estimate.ns, -60'000);
  EXPECT_EQ(clock.spread.ns, 80'000);
  EXPECT_EQ(clock.source(), ClockSource::WithinSpread);
  EXPECT_EQ(clock.correction().ns, 0);
}

TEST(RankClocks, canBeSetByHandAgain) {
  const auto set = setOf(fourRanks({0, 1500, 0, 0}));
  const auto other = withClocks(*set, {{1, Duration{-1'000'000}}});
  ASSERT_NE(other, nullptr);
  EXPECT_THAT(corrections(*other), ElementsAre(0, -1'000'000, 0, 0));
  EXPECT_EQ(other->clocks[1].source(), ClockSource::Manual);
  EXPECT_EQ(other->clocks[1].error(), std::nullopt);
  EXPECT_EQ(other->trace->spanCount(), set->trace->spanCount());
  EXPECT_EQ(other->collectives.size(), 10U);
  EXPECT_EQ(other->stragglers.front().rank, 1) << "half a millisecond late by its clock";
  EXPECT_THAT(corrections(*withClocks(*other, {})), ElementsAre(0, -1'500'000, 0, 0));
}

TEST(RankClocks, ofFilesWithoutBaseTimeRestOnCollectives) {
  std::vector<MadeRank> ranks{MadeRank(0, 2, 0), MadeRank(1, 2, 0)};
  ranks[1].setClock(900'000'000);  // another machine, switched on a quarter of an hour earlier
  for (int r = 0; r < 2; ++r) {
    for (int i = 0; i < 5; ++i) {
      ranks[static_cast<std::size_t>(r)].collective("allreduce", 1000 + 100 * i + i * i, 10);
    }
    ranks[static_cast<std::size_t>(r)].kernel("early", 900 - 300 * r, 5);
  }
  const auto set = setOf(ranks);
  EXPECT_EQ(set->clocks[1].shift().ns, -900'000'000'000);
  EXPECT_THAT(set->doubts, testing::Contains(mentions("rank-clock-assumed", anyValue)));
}

TEST(Collectives, splitIntoWaitingAndTransferring) {
  const auto set = setOf(fourRanks({0, 0, 0, 0}));
  ASSERT_EQ(set->collectives.size(), 10U);
  const CollectiveMatch& first = set->collectives.front();
  ASSERT_EQ(first.parts.size(), 4U);
  for (const CollectivePart& part : first.parts) {
    EXPECT_EQ(part.wait.ns, part.rank == 2 ? 0 : 30'000) << part.rank;
    EXPECT_EQ(part.transfer.ns, 20'000) << part.rank;
    EXPECT_EQ(set->trace->range(part.span), part.range);
  }
  EXPECT_EQ(first.lastRank(), 2);
  EXPECT_EQ(first.lateBy().ns, 30'000);
  EXPECT_EQ(first.totalWait().ns, 90'000);
  EXPECT_EQ(first.bytes, 4000);
  EXPECT_DOUBLE_EQ(first.algorithmBandwidth(), 4000 / 20e-6);
  EXPECT_DOUBLE_EQ(first.busBandwidth(), 1.5 * 4000 / 20e-6) << "2 (n - 1) / n of four ranks";
}

TEST(Collectives, giveTheAccountsOfRanks) {
  const auto set = setOf(fourRanks({0, 0, 0, 0}));
  for (const RankAccount& account : set->accounts) {
    const bool isLate = account.rank == 2;
    EXPECT_EQ(account.compute.ns, isLate ? 800'000 : 500'000);
    EXPECT_EQ(account.communication.ns, isLate ? 200'000 : 500'000);
    EXPECT_EQ(account.exposed.ns, account.communication.ns);
    EXPECT_EQ(account.waiting.ns, isLate ? 0 : 300'000);
    EXPECT_EQ(account.transferring.ns, 200'000);
    EXPECT_EQ(account.unmatched().ns, 0);
    EXPECT_EQ(account.busy.ns, 1'000'000);
    EXPECT_EQ(account.window.ns, set->accounts.front().window.ns);
    EXPECT_EQ(account.idle.ns, account.window.ns - 1'000'000);
  }
}

TEST(Collectives, nameTheStragglerAndWhatItDidLonger) {
  const auto set = setOf(fourRanks({0, 0, 0, 0}));
  const Straggler& worst = set->stragglers.front();
  EXPECT_EQ(worst.rank, 2);
  EXPECT_EQ(worst.timesLast, 10U);
  EXPECT_EQ(worst.waitCaused.ns, 10 * 90'000);
  EXPECT_EQ(worst.delay.ns, 10 * 30'000);
  ASSERT_FALSE(worst.because.empty());
  EXPECT_EQ(worst.because.front().kernel, "gemm");
  EXPECT_EQ(worst.because.front().excess.ns, 10 * 30'000);
  EXPECT_EQ(set->stragglers[1].waitCaused.ns, 0);
}

TEST(Collectives, blameNoRankForWaitsBeforeItsRecording) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  ranks[0].kernel("gemm", 0, 500);
  ranks[0].collective("allreduce", 500, 9550);
  ranks[1].kernel("gemm", 9500, 500);  // its profiler began 9 ms later
  ranks[1].collective("allreduce", 10'000, 50);
  const auto set = setOf(ranks);
  const Straggler& late = set->stragglers.front();
  EXPECT_EQ(late.rank, 1);
  EXPECT_EQ(late.waitCaused.ns, 501'000) << "from its first launch on";
  EXPECT_EQ(late.waitBefore.ns, 8'999'000);
  EXPECT_EQ(late.rootCaused, late.waitCaused);
  EXPECT_EQ(set->accounts.front().waiting.ns, 9'500'000) << "it waited";
  EXPECT_THAT(sentenceOn(*set, verdictOn(*set)), mentions("waiting-before-recording", "8.999 ms"));
}

TEST(Collectives, thatLackARankAreCounted) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  for (int i = 0; i < 8; ++i) {
    const double at = 1000 + 100 * i + 3 * (i * i % 7);
    ranks[0].collective("allreduce", at, 10, 1000 + i % 3);
    if (i != 4) {
      ranks[1].collective("allreduce", at, 10, 1000 + i % 3);
    }
  }
  const auto set = setOf(ranks);
  EXPECT_EQ(set->collectives.size(), 8U);
  EXPECT_EQ(set->incompleteCollectives(), 1U);
  EXPECT_EQ(set->collectives[4].parts.size(), 1U);
  EXPECT_THAT(set->collectives[4].missing, ElementsAre(1));
  EXPECT_EQ(set->accounts[0].unmatched().ns, 10'000);
}

TEST(Collectives, ofARecordingThatBeganLaterAreMatchedByTime) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  for (int i = 0; i < 8; ++i) {
    const double at = 1000 + 100 * i + 3 * (i * i % 7);
    ranks[0].collective("allreduce", at, 10);  // all of one size
    if (i >= 2) {
      ranks[1].collective("allreduce", at + 1, 10);
    }
  }
  const auto set = setOf(ranks);
  ASSERT_EQ(set->collectives.size(), 8U);
  EXPECT_THAT(set->collectives[0].missing, ElementsAre(1));
  EXPECT_THAT(set->collectives[1].missing, ElementsAre(1));
  EXPECT_EQ(set->collectives[2].startSpread().ns, 1000);
  EXPECT_EQ(set->clocks[1].spread.ns, 0);
}

TEST(Collectives, ofDifferentGroupsDoNotMix) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  ranks[0].collective("allreduce", 100, 10, 1000, "0");
  ranks[0].collective("allreduce", 200, 10, 1000, "1");
  ranks[1].collective("allreduce", 100, 10, 1000, "1");
  ranks[1].collective("allreduce", 205, 10, 1000, "0");
  ranks[0].collective("allreduce", 300, 10, 1000, "alone", "[0]", 1);
  const auto set = setOf(ranks);
  ASSERT_EQ(set->collectives.size(), 3U);
  EXPECT_EQ(set->incompleteCollectives(), 0U);
  for (const CollectiveMatch& match : set->collectives) {
    EXPECT_EQ(match.parts.size(), match.group == "alone" ? 1U : 2U) << match.group;
  }
}

TEST(Messages, areArrowsFromSenderToReceiver) {
  constexpr const char* kernel = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  ranks[0].message(true, 1, 90);
  ranks[0].message(false, 1, 92);
  ranks[1].message(true, 0, 90, 500);
  ranks[1].message(false, 0, 92);
  ranks[0].kernel(kernel, 100, 30);
  ranks[1].kernel(kernel, 110, 20);
  ranks[0].message(true, 1, 190);  // one way
  ranks[0].kernel(kernel, 200, 30);
  ranks[1].message(false, 0, 190);
  ranks[1].kernel(kernel, 205, 30);
  ranks[0].kernel(kernel, 300, 5);  // nobody says to whom
  const auto set = setOf(ranks);
  ASSERT_EQ(set->messages.size(), 2U);
  EXPECT_EQ(set->trace->flows().size(), 2U);
  EXPECT_EQ(set->directionless, 1U);
  EXPECT_EQ(set->unmatchedMessages, 2U) << "what rank 1 sends is not of the size that rank 0 receives";
  const MessageMatch& last = set->messages.back();
  EXPECT_EQ(last.from, 0);
  EXPECT_EQ(last.to, 1);
  EXPECT_EQ(last.bytes, 4000);
  EXPECT_EQ(set->trace->start(last.sender).ns, 200'000);
  EXPECT_EQ(set->trace->start(last.receiver).ns, 205'000);
}

TEST(Steps, areSetSideBySide) {
  std::vector<MadeRank> ranks{MadeRank(0), MadeRank(1)};
  for (int i = 0; i < 3; ++i) {
    ranks[0].step(i, 1000 * i, 900);
    ranks[1].step(i, 1000 * i, 900 + 10 * i);
  }
  const auto set = setOf(ranks);
  ASSERT_EQ(set->steps.size(), 3U);
  EXPECT_EQ(set->steps[2].name, "ProfilerStep#2");
  EXPECT_EQ(set->steps[2].spread().ns, 20'000);
  EXPECT_EQ(set->steps[2].longestRank(), 1);
  EXPECT_EQ(set->accounts[1].medianStep.ns, 910'000);
}

/// A rank with so many `train_step` that are not recorded as steps, each of which launches a kernel.
MadeRank withTrainSteps(int rank, int count) {
  MadeRank made(rank);
  for (int i = 0; i < count; ++i) {
    const double begin = 1000.0 * i;
    made.annotation("train_step", begin - 10, 900 + 10 * rank);
    made.kernel("gemm", begin + 100, 300);
  }
  return made;
}

TEST(Steps, areFoundOnRanksThatRecordNone) {
  const auto set = setOf(std::vector{withTrainSteps(0, 4), withTrainSteps(1, 4)});
  EXPECT_EQ(set->rankSteps->source(), StepSource::Annotation);
  ASSERT_EQ(set->steps.size(), 4U);
  EXPECT_EQ(set->steps[2].name, "train_step 2");
  EXPECT_EQ(set->steps[2].lengths.size(), 2U);
  EXPECT_EQ(set->steps[2].spread().ns, 10'000);
  EXPECT_EQ(set->accounts[0].steps, 4U);
  EXPECT_EQ(set->accounts[1].medianStep.ns, 910'000);
}

TEST(Steps, thatAreFoundAreNotSetSideBySideWhereOneRankHasMore) {
  const auto set = setOf(std::vector{withTrainSteps(0, 4), withTrainSteps(1, 5)});
  EXPECT_TRUE(set->steps.empty()) << "nobody knows which is which";
  EXPECT_EQ(set->accounts[1].steps, 5U);
}

TEST(CollectiveKinds, areKnownByManyNames) {
  EXPECT_EQ(collectiveKind("allreduce"), CollectiveKind::AllReduce);
  EXPECT_EQ(collectiveKind("_allgather_base"), CollectiveKind::AllGather);
  EXPECT_EQ(collectiveKind("all_to_allv"), CollectiveKind::AllToAll);
  EXPECT_EQ(collectiveKind("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(x)"), CollectiveKind::ReduceScatter);
  EXPECT_EQ(collectiveKind("reduce_scatter_tensor_coalesced"), CollectiveKind::ReduceScatter);
  EXPECT_EQ(collectiveKind("ncclDevKernel_SendRecv(x)"), CollectiveKind::SendReceive);
  EXPECT_EQ(collectiveKind("reduce"), CollectiveKind::Reduce);
  EXPECT_EQ(collectiveKind("wait"), CollectiveKind::Other);
  EXPECT_THAT(ranksIn("[0, 4, 8]"), ElementsAre(0, 4, 8));
  EXPECT_THAT(ranksIn("[0, 1, ..., 63]"), testing::IsEmpty());
}

TEST(PairSeries, takesTheNumbersWhereThereAreSome) {
  const std::vector<SeriesItem> left{{1, 5, {}, 0}, {1, 6, {}, 1}, {1, 8, {}, 2}};
  const std::vector<SeriesItem> right{{1, 6, {}, 0}, {1, 7, {}, 1}, {1, 8, {}, 2}};
  EXPECT_THAT(pairSeries(left, right), ElementsAre(std::pair(1, 0), std::pair(2, 2)));
}

/// The ranks were recorded on one host, so that their clocks are one clock.
TEST(RecordedRanks, ofOneHostHaveOneClock) {
  Progress progress;
  const auto ring =
      openRanks({fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")}, {}, {}, {}, progress);
  ASSERT_TRUE(ring) << ring.error().message.english();
  EXPECT_EQ((*ring)->messages.size(), 40U) << "20 exchanges, both ways";
  EXPECT_EQ((*ring)->unmatchedMessages, 0U);
  EXPECT_EQ((*ring)->directionless, 0U);
  EXPECT_EQ((*ring)->clocks[1].fromBase.ns, 0);
  EXPECT_LT(std::abs((*ring)->clocks[1].estimate.ns), 10'000);
  for (const MessageMatch& message : (*ring)->messages) {
    EXPECT_EQ(message.bytes, 4 * 16'777'216) << "keys and values";
    EXPECT_GE((*ring)->trace->end(message.receiver), (*ring)->trace->start(message.sender));
  }
}

}  // namespace
}  // namespace kernline::test
