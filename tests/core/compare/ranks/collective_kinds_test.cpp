// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/collective_kinds.h"

#include "tests/core/compare/ranks/made_run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

TEST(CollectiveKinds, spreadTimesByKindAndGroup) {
  MadeRun run(4);
  for (int i = 1; i <= 10; ++i) {
    run.meet({0, 1}, "pair", i * 10);
    run.compute(2, 50);
  }
  run.pause(3, 30);
  run.meet({0, 1, 2, 3}, "world", 1000);
  const auto set = setOf(run.ranks());
  ASSERT_NE(set, nullptr);
  const std::vector<CollectiveSpread> spreads = collectiveSpreads(*set);
  ASSERT_EQ(spreads.size(), 2U);
  EXPECT_EQ(spreads[0].group, "world") << "most time first";
  EXPECT_EQ(spreads[0].count, 1U);
  EXPECT_EQ(spreads[0].longestTime.ns, 1'000'000);
  EXPECT_EQ(spreads[0].groupSize, 4U);
  EXPECT_GT(spreads[0].waiting.ns, 0);
  const CollectiveSpread& pair = spreads[1];
  EXPECT_EQ(pair.kind, CollectiveKind::AllReduce);
  EXPECT_EQ(pair.count, 10U);
  EXPECT_EQ(pair.bytes, 10 * 4000);
  EXPECT_EQ(pair.medianTime.ns, 55'000);
  EXPECT_EQ(pair.highTime.ns, 90'000);
  EXPECT_EQ(pair.longestTime.ns, 100'000);
  EXPECT_GT(pair.medianBusRate, 0);
  EXPECT_EQ(pair.shortestTime.ns, 10'000);
  EXPECT_EQ(pair.lowerQuartile.ns, 30'000) << "3 of 10 are at least a quarter";
  EXPECT_EQ(pair.upperQuartile.ns, 80'000);
  EXPECT_EQ(pair.topTime.ns, 100'000);
  EXPECT_EQ(set->collectives[pair.longest].transfer().ns, 100'000);
  EXPECT_EQ(spreads[0].lastRank, 0) << "the pairs of 0 and 1 took longest";
  EXPECT_EQ(spreads[0].lastRankIn, 1U);
  EXPECT_EQ(pair.lastRankOf, 10U);
}

TEST(PipelineWaiting, isTheMeanOfARanksSteps) {
  MadeRun run(2);
  run.compute(0, 100);
  run.send(0, 1);
  run.step(0, 990, 200);
  const auto set = setOf(run.ranks());
  ASSERT_NE(set, nullptr);
  const std::vector<StageWaiting> stages = pipelineWaiting(*set);
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_EQ(stages[0].stage, -1) << "the profile names no pipeline";
  EXPECT_EQ(stages[0].ranks, 2U);
  EXPECT_EQ(stages[0].perStep.ns, 50'000);
  EXPECT_EQ(stages[0].worst, 1);
  EXPECT_EQ(stages[0].worstPerStep.ns, 100'000);
  EXPECT_DOUBLE_EQ(stages[0].share, 0.25);
  MadeRun silent(2);
  silent.meet({0, 1}, "pair");
  silent.step(0, 990);
  EXPECT_TRUE(pipelineWaiting(*setOf(silent.ranks())).empty());
}

}  // namespace
}  // namespace kernline::test
