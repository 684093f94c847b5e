// SPDX-License-Identifier: GPL-3.0-or-later
// A metric of all ranks and steps as a grid: each cell against what the run was made of.
#include "core/compare/ranks/heat_map.h"

#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/unusual_ranks.h"
#include "core/open/digest_trace.h"
#include "core/open/open_ranks.h"
#include "core/output/digest/digest_file.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::NanSensitiveDoubleEq;
using testing::Not;

constexpr int ranks = 4;
constexpr int steps = 3;
constexpr int slowRank = 2;
constexpr int slowStep = 1;

/// In each step a product and an all-reduce of all; in one step of one rank the product takes 90 µs longer.
MadeRun slowInOneStep() {
  MadeRun run(ranks);
  std::vector<MadeRank> made;
  for (int step = 0; step < steps; ++step) {
    const double begin = run.now(0);
    for (int rank = 0; rank < ranks; ++rank) {
      run.pause(rank, 10);
      run.compute(rank, rank == slowRank && step == slowStep ? 190 : 100);
    }
    run.meet({0, 1, 2, 3}, "world", 20);
    run.step(step, begin - 2, run.now(0) - begin);
  }
  return run;
}

constexpr std::size_t slow = slowRank;
constexpr std::size_t inSlow = slowStep;

double cellOf(const HeatMap& map, std::size_t place, std::size_t step) {
  return map.at({place, step});
}

TEST(HeatMap, saysOfEachRankAndStepWhatItTook) {
  const auto set = setOf(slowInOneStep().ranks());
  ASSERT_NE(set, nullptr);
  const HeatMap waiting(*set, HeatMetric::Waiting);
  const HeatMap late(*set, HeatMetric::Late);
  const HeatMap compute(*set, HeatMetric::Compute);
  const HeatMap duration(*set, HeatMetric::StepTime);
  EXPECT_THAT(waiting.steps(), ElementsAre("ProfilerStep#0", "ProfilerStep#1", "ProfilerStep#2"));
  for (std::size_t place = 0; place < ranks; ++place) {
    for (std::size_t step = 0; step < steps; ++step) {
      const bool isSlow = place == slow && step == inSlow;
      EXPECT_EQ(cellOf(waiting, place, step), step == inSlow && !isSlow ? 90'000 : 0) << place << " " << step;
      EXPECT_EQ(cellOf(late, place, step), isSlow ? 90'000 : 0) << place << " " << step;
      EXPECT_EQ(cellOf(compute, place, step), isSlow ? 190'000 : 100'000) << place << " " << step;
      EXPECT_EQ(cellOf(duration, place, step), (step == inSlow ? 221'000 : 131'000) + (step == 0 ? 1'000 : 0))
          << place << " " << step;
    }
  }
  EXPECT_EQ(waiting.unknown(), 0U);
  EXPECT_TRUE(waiting.isComparable());
  EXPECT_EQ(compute.median(inSlow), 100'000);
  EXPECT_EQ(compute.excess(slow), 30'000);
}

TEST(HeatMap, showsBubblesOfAPipeline) {
  MadeRun run(2);
  run.compute(0, 100);
  run.send(0, 1);  // the second stage has waited for the first one
  run.compute(1, 60);
  run.send(1, 0);
  run.step(0, 990, 400);
  const auto set = setOf(run.ranks());
  ASSERT_NE(set, nullptr);
  EXPECT_THAT(heatMetrics(*set), Contains(HeatMetric::Pipeline));
  const HeatMap bubbles(*set, HeatMetric::Pipeline);
  EXPECT_EQ(cellOf(bubbles, 1, 0), 100'000);
  EXPECT_EQ(cellOf(bubbles, 0, 0), 60'000);
}

/// One all-to-all in a step, with so many floats of each of two ranks.
std::vector<MadeRank> withExperts(std::int64_t first, std::int64_t second) {
  std::vector<MadeRank> made;
  for (int rank = 0; rank < 2; ++rank) {
    made.emplace_back(rank, 2);
    made.back().kernel("gemm", 10, 20);
    made.back().collective("all_to_allv", 40, 20, rank == 0 ? first : second);
    made.back().step(0, 0, 100);
  }
  return made;
}

TEST(HeatMap, showsWhoseExpertsHaveMoreThanOthers) {
  const auto set = setOf(withExperts(1000, 3000));
  ASSERT_NE(set, nullptr);
  EXPECT_THAT(heatMetrics(*set), Contains(HeatMetric::Experts));
  const HeatMap excess(*set, HeatMetric::Experts);
  EXPECT_EQ(cellOf(excess, 0, 0), 0);
  EXPECT_EQ(cellOf(excess, 1, 0), 4000) << "1000 floats beyond the mean";
  EXPECT_EQ(unitOf(HeatMetric::Experts), HeatUnit::Bytes);
  const auto even = setOf(withExperts(1000, 1000));
  EXPECT_THAT(heatMetrics(*even), Not(Contains(HeatMetric::Experts)));
}

/// In each step one rank begins 30 µs later than the others, by its own clock, which ends say is off by as much.
TEST(HeatMap, takesNoLatenessForSureThatClocksMayMake) {
  std::vector<MadeRank> made;
  for (int rank = 0; rank < 3; ++rank) {
    made.emplace_back(rank, 3);
    for (int step = 0; step < 3; ++step) {
      const double begin = step * 1000.0 + (rank == 1 ? 30 : 0);
      made.back().kernel("gemm", begin + 10, 100);
      made.back().collective("allreduce", begin + 200, 50, 1000, "world", "[0, 1, 2]", 3);
      made.back().step(step, begin, 900);
    }
  }
  const auto set = setOf(made);
  ASSERT_NE(set, nullptr);
  ASSERT_EQ(set->clocks[1].source(), ClockSource::WithinEnds) << "30 µs are no reason to set a clock";
  const HeatMap late(*set, HeatMetric::Late);
  for (std::size_t step = 0; step < 3; ++step) {
    EXPECT_EQ(cellOf(late, 1, step), 0) << step;
  }
  EXPECT_TRUE(unusualRanks(*set).empty());
}

TEST(HeatMap, hasTheBandwidthOfCollectives) {
  const auto set = setOf(slowInOneStep().ranks());
  const HeatMap map(*set, HeatMetric::Bandwidth);
  constexpr double bus = 4000.0 * 2 * 3 / 4 / 20e-6;  // 1000 floats, 2(n-1)/n, 20 µs
  EXPECT_NEAR(cellOf(map, 0, 0), bus, bus * 1e-9);
  EXPECT_EQ(unitOf(HeatMetric::Bandwidth), HeatUnit::BytesPerSecond);
  EXPECT_THAT(heatText(HeatMetric::Bandwidth, 3e8), "300.0 MB/s");
}

TEST(HeatMap, tellsWhatIsUnknownFromZero) {
  MadeRun run = slowInOneStep();
  std::vector<MadeRank> some(run.ranks().begin(), run.ranks().end());
  some[3] = MadeRank(3, ranks);
  some[3].kernel("gemm", 1010, 100);
  some[3].step(0, 998, 131);
  const auto set = setOf(some);
  const HeatMap map(*set, HeatMetric::StepTime);
  EXPECT_EQ(cellOf(map, 3, 0), 131'000);
  EXPECT_TRUE(std::isnan(cellOf(map, 3, 1)));
  EXPECT_EQ(map.unknown(), 2U);
  EXPECT_TRUE(std::isnan(cellOf(HeatMap(*set, HeatMetric::Waiting), 3, 0))) << "it is in no collective";
  EXPECT_EQ(timeOf(*set, {3, 2}), std::nullopt);
  ASSERT_TRUE(timeOf(*set, {3, 0}));
  EXPECT_EQ(timeOf(*set, {3, 0})->own.length().ns, 131'000);
  EXPECT_THAT(heatMetrics(*set), Not(Contains(HeatMetric::Memory)));
}

TEST(HeatMap, countsWhatIsBeyondItsColors) {
  std::vector<MadeRank> many;
  for (int rank = 0; rank < 300; ++rank) {
    MadeRank& own = many.emplace_back(rank, 300);
    own.kernel("gemm", 1000, 10);
    own.step(0, 990, rank == 7 ? 5000 : 100 + rank % 10);
  }
  const HeatMap map(*setOf(many), HeatMetric::StepTime);
  EXPECT_EQ(map.range().low, 100'000);
  EXPECT_EQ(map.range().high, 131'250) << "a quarter more than the median, so that noise is no outlier";
  EXPECT_EQ(map.range().above, 1U);
  EXPECT_EQ(map.range().below, 0U);
  EXPECT_EQ(map.range().most, 5'000'000);
  EXPECT_EQ(map.range().share(5e6), 1);
  EXPECT_EQ(map.range().share(115'625), 0.5);
  EXPECT_EQ(layOut(map, HeatSort::Worst).places.front(), 7U);
}

TEST(HeatMap, hasATypicalRankForEveryCell) {
  const auto set = setOf(slowInOneStep().ranks());
  const HeatMap map(*set, HeatMetric::Compute);
  EXPECT_EQ(map.typicalPlace({slow, inSlow}), 0U);
  EXPECT_EQ(map.typicalPlace({0, inSlow}), 1U);
  EXPECT_EQ(HeatMap(*setOf({slowInOneStep().ranks()[0]}), HeatMetric::Compute).typicalPlace({0, 0}), std::nullopt);
}

TEST(HeatMap, hasNothingWithoutSteps) {
  MadeRank alone(0, 1);
  alone.kernel("gemm", 1000, 10);
  const auto set = setOf({alone});
  EXPECT_TRUE(heatMetrics(*set).empty());
  EXPECT_TRUE(HeatMap(*set, HeatMetric::StepTime).isEmpty());
}

TEST(HeatMap, spellsItsMetrics) {
  for (std::size_t i = 0; i < heatMetricCount; ++i) {
    const auto metric = static_cast<HeatMetric>(i);
    EXPECT_EQ(heatMetricFrom(toText(metric)), metric);
  }
  EXPECT_EQ(toText(idleMetric(IdleCause::HostBound)), "idle_host_bound");
  EXPECT_EQ(heatMetricFrom("heat"), std::nullopt);
}

/// The JSON of a rank whose program describes its groups: pairs of tensor parallelism, the rest is data parallelism.
std::string grouped(const MadeRank& made, int rank) {
  auto text = nlohmann::ordered_json::parse(made.json());
  const int other = rank % 2 == 0 ? rank + 1 : rank - 1;
  text["distributedInfo"]["pg_config"] = {
      {{"pg_name", "0"}, {"pg_desc", "default_pg"}, {"ranks", {0, 1, 2, 3}}},
      {{"pg_name", "1"}, {"pg_desc", "tp"}, {"ranks", {std::min(rank, other), std::max(rank, other)}}},
      {{"pg_name", "2"}, {"pg_desc", "dp"}, {"ranks", {rank % 2, rank % 2 + 2}}},
      {{"pg_name", "3"}, {"pg_desc", "undefined"}, {"ranks", {rank % 2, rank % 2 + 2}}}};
  text["hostname"] = rank < 2 ? "node1" : "node2";
  return text.dump();
}

struct GroupedRun {
  TemporaryFolder folder;
  GroupedRun() {
    const MadeRun run = slowInOneStep();
    for (int rank = 0; rank < ranks; ++rank) {
      const std::string name = fmt::format("rank{}.json", rank);
      MadeRank made = run.ranks()[static_cast<std::size_t>(rank)];
      made.samples("SM active (%)", 990, rank == 3 ? 1 : 50, 50 + rank / 3.0);  // too few of rank 3 to say anything
      made.samples("temperature", 1130, 10 * rank, 60 + rank);
      folder.add(name, grouped(made, rank));
      EXPECT_TRUE(digestTrace(folder / name, folder / "digests", false, {}));
    }
  }
  [[nodiscard]] static std::shared_ptr<const RankSet> opened(const std::string& path) {
    Progress progress;
    const auto set = openRanks({path}, {}, {}, {}, progress, RankReading::DigestsOnly);
    EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
    return set ? *set : nullptr;
  }
};

TEST(HeatMap, isTheSameOfDigests) {
  const GroupedRun run;
  const auto whole = GroupedRun::opened(run.folder / "rank#.json");
  const auto digests = GroupedRun::opened(run.folder / "digests");
  ASSERT_TRUE(whole && digests);
  EXPECT_EQ(heatSubjects(*whole).size(), heatMetrics(*whole).size() + 2) << "and two counters";
  EXPECT_TRUE(heatSubjects(*digests) == heatSubjects(*whole));
  for (const HeatSubject& subject : heatSubjects(*whole)) {
    const HeatMap ofWhole(*whole, subject);
    const HeatMap ofDigests(*digests, subject);
    EXPECT_FALSE(ofWhole.isEmpty()) << heatName(subject);
    EXPECT_EQ(ofDigests.unknown(), ofWhole.unknown()) << heatName(subject);
    EXPECT_LT(ofWhole.unknown(), std::size_t{ranks} * steps) << heatName(subject);
    for (std::size_t place = 0; place < ranks; ++place) {
      for (std::size_t step = 0; step < steps; ++step) {
        EXPECT_THAT(cellOf(ofDigests, place, step), NanSensitiveDoubleEq(cellOf(ofWhole, place, step)))
            << heatName(subject);
      }
    }
  }
}

TEST(HeatMap, readsDigestsOfFormerKernlines) {
  const GroupedRun run;
  auto text = nlohmann::ordered_json::parse(readDecoded(run.folder / "digests/rank2.json.digest.json.gz"));
  text["ranks"].erase("host");
  text["ranks"].erase("parallel_groups");
  text["ranks"].erase("counters");
  text["ranks"].erase("counters_left_out");
  text["ranks"]["calls"].erase("step");
  for (const char* column :
       {"device_ns", "exposed_communication_ns", "idle_ns", "idle_by_cause_ns", "peak_allocated_bytes"}) {
    text["ranks"]["steps"].erase(column);
  }
  run.folder.add("digests/rank2.json.digest.json.gz", text.dump());
  const auto set = GroupedRun::opened(run.folder / "digests");
  ASSERT_EQ(set->files.size(), 4U);
  EXPECT_EQ(cellOf(HeatMap(*set, HeatMetric::StepTime), slow, inSlow), 221'000);
  EXPECT_TRUE(std::isnan(cellOf(HeatMap(*set, HeatMetric::Compute), slow, inSlow)));
  EXPECT_EQ(cellOf(HeatMap(*set, HeatMetric::Late), slow, inSlow), 90'000) << "by the time of the collective";
  const HeatMap use(*set, HeatCounter{.name = "SM active", .unit = "%"});
  EXPECT_TRUE(std::isnan(cellOf(use, slow, inSlow)));
  EXPECT_EQ(cellOf(use, 0, inSlow), 50);
}

std::vector<std::string> namesOf(const HeatLayout& layout) {
  std::vector<std::string> names;
  for (const HeatGroup& group : layout.groups) {
    names.push_back(fmt::format("{}:{}+{}", group.name, group.firstRow, group.rows));
  }
  return names;
}

TEST(HeatLayout, groupsByNodesAndByProcessGroups) {
  const GroupedRun run;
  const auto set = GroupedRun::opened(run.folder / "digests");
  const std::vector<HeatGrouping> groupings = heatGroupings(*set);
  ASSERT_EQ(groupings.size(), 3U) << "groups of all ranks, and undefined ones, say nothing";
  EXPECT_EQ(groupings[0].kind, "node");
  EXPECT_THAT(groupings[0].groupOf, ElementsAre("node1", "node1", "node2", "node2"));
  EXPECT_EQ(groupings[1].kind, "tp");
  EXPECT_EQ(groupings[2].kind, "dp");
  const HeatMap map(*set, HeatMetric::Compute);
  const HeatLayout byRank = layOut(map, HeatSort::Rank, &groupings[2]);
  EXPECT_THAT(byRank.places, ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(namesOf(byRank), ElementsAre("0,2:0+2", "1,3:2+2"));
  const HeatLayout byWorst = layOut(map, HeatSort::Worst, &groupings[0]);
  EXPECT_THAT(byWorst.places, ElementsAre(2, 3, 0, 1)) << "the group of the worst rank first";
  EXPECT_THAT(namesOf(byWorst), ElementsAre("node2:0+2", "node1:2+2"));
  EXPECT_EQ(byWorst.rowOf(0), 2U);
  EXPECT_EQ(byWorst.groupAt(3)->name, "node1");
  EXPECT_EQ(layOut(map, HeatSort::Rank).groupAt(3), nullptr);
}

TEST(HeatLayout, putsRanksOfUnknownGroupsLast) {
  const auto set = setOf(slowInOneStep().ranks());
  const HeatMap map(*set, HeatMetric::Compute);
  const HeatGrouping grouping{.kind = "tp", .groupOf = {"", "0,1", "", "0,1"}};
  EXPECT_THAT(namesOf(layOut(map, HeatSort::Rank, &grouping)), ElementsAre("0,1:0+2", ":2+2"));
  EXPECT_THAT(layOut(map, HeatSort::Rank, &grouping).places, ElementsAre(1, 3, 0, 2));
}

TEST(RankPlace, readsMachinesFromNamesOfFiles) {
  EXPECT_EQ(hostInName("/run/gpu-7.cluster_4711.1790000000000.pt.trace.json.gz"), "gpu-7.cluster");
  EXPECT_EQ(hostInName("node_1_4711.1790000000000.pt.trace.json"), "node_1");
  EXPECT_EQ(hostInName("rank3.pt.trace.json"), "");
  EXPECT_EQ(hostInName("node_4711.trace.json"), "");
  EXPECT_EQ(hostInName("trace.json"), "");
}

}  // namespace
}  // namespace kernline::test
