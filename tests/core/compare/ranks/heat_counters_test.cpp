// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of the traces in the heat map: means of each step of each rank, and what is said of those that are missing.
#include "core/compare/ranks/heat_choice.h"
#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/heat_map.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double stepLength = 200;
constexpr int samplesOfStep = 20;

double startOf(int step) {
  return 1000 + stepLength * step;
}

/// Ranks of two steps, from 1000 us on.
std::vector<MadeRank> ranksOfTwoSteps(int count) {
  MadeRun run(count);
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  for (const int step : {0, 1}) {
    for (const int rank : all) {
      run.now(rank) = startOf(step) + 5;
      run.compute(rank, 100);
    }
    run.meet(all, "world");
    run.step(step, startOf(step), stepLength);
  }
  return run.ranks();
}

/// How busy ranks are: rank 2 less in its second step; the last rank was not sampled.
std::vector<MadeRank> sampledRanks() {
  std::vector<MadeRank> made = ranksOfTwoSteps(4);
  for (int rank = 0; rank < 3; ++rank) {
    MadeRank& own = made[static_cast<std::size_t>(rank)];
    own.samples("SM active (%)", startOf(0), samplesOfStep, 80 + rank);
    own.samples("SM active (%)", startOf(1), samplesOfStep + 1, rank == 2 ? 30 : 80 + rank);
  }
  return made;
}

std::vector<double> heatRow(const HeatMap& map, std::size_t place) {
  return {map.row(place).begin(), map.row(place).end()};
}

TEST(HeatCounters, areMeansOfSteps) {
  const auto set = setOf(sampledRanks());
  ASSERT_NE(set, nullptr);
  const HeatCounter active{.name = "SM active", .unit = "%"};
  EXPECT_TRUE(heatCounters(*set) == std::vector{active});
  const HeatMap map(*set, active);
  EXPECT_THAT(map.steps(), ElementsAre("ProfilerStep#0", "ProfilerStep#1"));
  EXPECT_THAT(heatRow(map, 0), ElementsAre(80, 80));
  EXPECT_THAT(heatRow(map, 1), ElementsAre(81, 81));
  EXPECT_THAT(heatRow(map, 2), ElementsAre(82, 30));
  EXPECT_EQ(map.median(0), 81);
  EXPECT_EQ(map.median(1), 80);
  EXPECT_TRUE(map.subject() == HeatSubject(active));
}

TEST(HeatCounters, ofAnotherUnitAreLeftOutAndSaid) {
  std::vector<MadeRank> made = sampledRanks();
  made[3].samples("SM active (MHz)", startOf(0), 2 * samplesOfStep, 1000);
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  const HeatMap map(*set, heatCounters(*set).at(0));
  EXPECT_TRUE(std::isnan(map.row(3)[0]));
  EXPECT_THAT(set->doubts, Contains(says("heat-map-lacks-unit-of-rank", "SM active", "1", "MHz", "%")));
}

TEST(HeatCounters, areBadWhereAPersonSaysSo) {
  const auto set = setOf(sampledRanks());
  ASSERT_NE(set, nullptr);
  const HeatCounter active{.name = "SM active", .unit = "%"};
  const HeatMap high(*set, active);
  EXPECT_FALSE(high.isLowBad());
  EXPECT_TRUE(high.isWorse(82, 30));
  EXPECT_EQ(high.badness(30), 0);
  EXPECT_EQ(layOut(high, HeatSort::Worst).places.front(), 1U);
  const HeatMap low(*set, active, true);
  EXPECT_TRUE(low.isLowBad());
  EXPECT_TRUE(low.isWorse(30, 82));
  EXPECT_TRUE(low.isWorse(30, std::nan("")));
  EXPECT_EQ(low.badness(30), 1);
  EXPECT_GT(low.excess(2), 20);
  EXPECT_EQ(layOut(low, HeatSort::Worst).places.front(), 2U);
  EXPECT_EQ(layOut(low, HeatSort::Worst).places.back(), 3U) << "nothing is known of it";
}

TEST(HeatCounters, haveNoDataOfRanksThatWereNotSampled) {
  const auto set = setOf(sampledRanks());
  ASSERT_NE(set, nullptr);
  const HeatMap map(*set, heatCounters(*set).at(0));
  EXPECT_TRUE(std::isnan(map.at({3, 0})) && std::isnan(map.at({3, 1})));
  EXPECT_EQ(map.unknown(), 2U);
}

TEST(HeatCounters, areReadInTheirUnits) {
  EXPECT_EQ(heatText(HeatCounter{.name = "SM active", .unit = "%"}, 88.25), "88.25 %");
  EXPECT_EQ(heatText(HeatCounter{.name = "used", .unit = "bytes"}, 1 << 20), "1.000 MiB");
  EXPECT_EQ(heatText(HeatCounter{.name = "SM clock", .unit = "Hz"}, 1.755e9), "1.755 GHz");
  EXPECT_EQ(heatText(HeatCounter{.name = "load", .unit = ""}, 0.5), "0.5");
}

TEST(HeatCounters, areSpelledByTheirNames) {
  EXPECT_EQ(heatName(HeatCounter{.name = "SM active", .unit = "%"}), "counter:SM active");
  EXPECT_EQ(heatName(HeatMetric::StepTime), toText(HeatMetric::StepTime));
  EXPECT_TRUE(isHeatName("counter:SM active"));
  EXPECT_TRUE(isHeatName("waiting"));
  EXPECT_FALSE(isHeatName("counter:"));
  EXPECT_FALSE(isHeatName("counters"));
  EXPECT_FALSE(isLowBad(HeatCounter{.name = "SM active", .unit = "%"}));
}

TEST(HeatCounters, followTheMetrics) {
  const auto set = setOf(sampledRanks());
  ASSERT_NE(set, nullptr);
  const std::vector<HeatSubject> subjects = heatSubjects(*set);
  ASSERT_EQ(subjects.size(), heatMetrics(*set).size() + 1);
  EXPECT_EQ(heatName(subjects.back()), "counter:SM active");
  EXPECT_TRUE(heatCounters(*setOf(ranksOfTwoSteps(2))).empty());
}

TEST(HeatCounters, areNamedNearestFirstWhereThereIsNone) {
  std::vector<MadeRank> made = sampledRanks();
  made[0].samples("PCIe replays", startOf(0), samplesOfStep, 1);
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  const auto refusal = [&](const char* name) { return heatSubjectNamed(*set, name).error().message.english(); };
  EXPECT_THAT(refusal("counter:active"),
              says("ranks-have-other-subjects", "counter:active", "counter:SM active, counter:PCIe replays"));
  EXPECT_THAT(refusal("counter:pcie"),
              says("ranks-have-other-subjects", "counter:pcie", "counter:PCIe replays, counter:SM active"));
  EXPECT_THAT(refusal("peak_memory"), HasSubstr("they have: "));
  EXPECT_TRUE(*heatSubjectNamed(*set, "counter:SM active") ==
              HeatSubject(HeatCounter{.name = "SM active", .unit = "%"}));
}

TEST(HeatCounters, ofAnotherUnitAreNotCompared) {
  std::vector<MadeRank> made = ranksOfTwoSteps(2);
  made[0].samples("Power (W)", startOf(0), samplesOfStep + 1, 500);
  made[1].samples("Power (mW)", startOf(0), samplesOfStep + 1, 500'000);
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  const HeatCounter power{.name = "Power", .unit = "W"};
  EXPECT_TRUE(heatCounters(*set) == std::vector{power});
  const HeatMap map(*set, power);
  EXPECT_EQ(map.at({0, 0}), 500);
  EXPECT_TRUE(std::isnan(map.at({1, 0})));
}

/// The set with some ranks as a former Kernline would have digested them.
std::shared_ptr<const RankSet> withFormerDigests(const RankSet& set, const std::vector<std::int32_t>& former) {
  return withDigests(set, [&](std::int32_t rank, RankDigest& digest) {
    if (std::ranges::find(former, rank) != former.end()) {
      digest.hasCounters = false;
      digest.counters.clear();
    }
  });
}

TEST(HeatCounters, ofFormerDigestsAreSaidToBeUnknown) {
  const auto now = setOf(sampledRanks());
  ASSERT_NE(now, nullptr);
  EXPECT_THAT(ranksWithoutCounters(*now), testing::IsEmpty());
  const auto some = withFormerDigests(*now, {0, 2});
  ASSERT_NE(some, nullptr);
  EXPECT_THAT(some->doubts, Contains(mentions("heat-map-lacks-counters-of-old-digests", "0, 2")));
  const HeatMap map(*some, heatCounters(*some).at(0));
  EXPECT_FALSE(map.isRecorded(0));
  EXPECT_TRUE(map.isRecorded(1));
  EXPECT_TRUE(map.isRecorded(3)) << "it was not sampled, and says so";
  EXPECT_TRUE(HeatMap(*some, HeatMetric::Compute).isRecorded(0));
  const auto all = withFormerDigests(*now, {0, 1, 2, 3});
  ASSERT_NE(all, nullptr);
  EXPECT_THAT(all->doubts, Not(Contains(saysInEnglish(HasSubstr("older version"))))) << "nobody asks for counters";
  EXPECT_THAT(heatSubjectNamed(*all, "counter:SM active").error().message,
              says("digests-without-counters", "counter:SM active"));
}

TEST(HeatCounters, beyondWhatADigestHoldsAreCounted) {
  std::vector<MadeRank> made = ranksOfTwoSteps(2);
  EXPECT_THAT(setOf(made)->doubts, Not(Contains(saysInEnglish(HasSubstr("lacks counters")))));
  for (std::size_t i = 0; i < maxDigestCounters + 3; ++i) {
    made[1].samples(fmt::format("load {:03}", i), startOf(0), samplesOfStep, 1);
  }
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(heatCounters(*set).size(), maxDigestCounters);
  EXPECT_THAT(set->doubts, Contains(mentions("heat-map-lacks-counters-of-rank", "1", "3")));
  for (std::size_t i = 0; i < maxDigestCounters + 5; ++i) {
    made[0].samples(fmt::format("load {:03}", i), startOf(0), samplesOfStep, 1);
  }
  EXPECT_THAT(setOf(made)->doubts, Contains(mentions("heat-map-lacks-counters-of-ranks", "2", "5")));
}

}  // namespace
}  // namespace kernline::test
