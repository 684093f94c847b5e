// SPDX-License-Identifier: GPL-3.0-or-later
// What all-to-alls say of the tokens of each rank's experts, and that a rank with more of them is late.
#include "core/compare/ranks/expert_loads.h"

#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_verdict.h"
#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr std::size_t ranksInGroup = 3;
using Rows = std::array<std::int64_t, ranksInGroup>;

/// How many rows each rank gets from each other one, all the same from all: of 60 rows that each has.
constexpr Rows uneven{10, 10, 40};
constexpr Rows even{20, 20, 20};

/// In each step rows go to experts and come back; in between, a product takes as long as it has rows.
std::vector<MadeRank> mixture(const std::vector<Rows>& steps) {
  std::vector<MadeRank> made;
  for (std::size_t rank = 0; rank < ranksInGroup; ++rank) {
    MadeRank& own = made.emplace_back(static_cast<int>(rank), static_cast<int>(ranksInGroup));
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const Rows& rows = steps[step];
      const double begin = 1000 * static_cast<double>(step);
      const std::int64_t received = rows[rank] * static_cast<std::int64_t>(ranksInGroup);
      const double product = 2.0 * static_cast<double>(received);
      own.exchange(begin + 50, 20, {rows.begin(), rows.end()}, received);
      own.kernel("expert_gemm", begin + 75, product);
      own.exchange(begin + 80 + product, 500 - product, std::vector(ranksInGroup, rows[rank]), 60);
      own.step(static_cast<int>(step), begin, 900);
    }
  }
  return made;
}

TEST(ExpertLoads, areWhatRanksReceiveOrSendBack) {
  const auto set = setOf(mixture({uneven}));
  ASSERT_NE(set, nullptr);
  ASSERT_EQ(set->collectives.size(), 2U);
  EXPECT_THAT(expertBytes(*set, set->collectives[0]), ElementsAre(480, 480, 1920)) << "30 rows of 4 floats, …";
  EXPECT_THAT(expertBytes(*set, set->collectives[1]), ElementsAre(480, 480, 1920)) << "on the way back";
  const std::vector<ExpertLoad> loads = expertLoads(*set);
  ASSERT_EQ(loads.size(), ranksInGroup);
  EXPECT_EQ(loads[0].rank, 2);
  EXPECT_EQ(loads[0].group, "ep");
  EXPECT_EQ(loads[0].groupSize, ranksInGroup);
  EXPECT_EQ(loads[0].count, 2U);
  EXPECT_EQ(loads[0].bytes, 2 * 1920);
  EXPECT_EQ(loads[0].mean, 2 * 960);
  EXPECT_EQ(loads[0].most, 2);
  EXPECT_EQ(loads[0].maxIn, 1U);
  EXPECT_EQ(loads[1].bytes, 2 * 480);
  EXPECT_EQ(loads[1].sentTo, 2) << "40 of 60 rows";
  EXPECT_NEAR(loads[1].sentShare, 2 / 3.0, 1e-9);
}

TEST(ExpertLoads, areAMetricOfTheHeatMap) {
  const auto set = setOf(mixture({even, uneven}));
  ASSERT_NE(set, nullptr);
  EXPECT_THAT(heatMetrics(*set), Contains(HeatMetric::ExpertLoad));
  const HeatMap load(*set, HeatMetric::ExpertLoad);
  EXPECT_THAT(load.row(0), ElementsAre(1, 0.5));
  EXPECT_THAT(load.row(2), ElementsAre(1, 2));
  EXPECT_EQ(heatText(HeatMetric::ExpertLoad, 1.346), "1.35×");
  const HeatMap excess(*set, HeatMetric::Experts);
  EXPECT_THAT(excess.row(2), ElementsAre(0, 2 * 960));
  EXPECT_THAT(heatMetrics(*setOf(mixture({even}))), Not(Contains(HeatMetric::ExpertLoad)));
}

TEST(ExpertLoads, areAReasonToBeLate) {
  const auto set = setOf(mixture({uneven, uneven, uneven, uneven}));
  ASSERT_NE(set, nullptr);
  const Straggler& worst = set->stragglers.front();
  ASSERT_EQ(worst.rank, 2);
  EXPECT_EQ(worst.experts.times, 4U);
  EXPECT_EQ(worst.experts.bytes, 4 * 1920);
  EXPECT_EQ(worst.experts.mean, 4 * 960);
  EXPECT_THAT(expertSentenceOn(worst), says("late-after-more-all-to-all-bytes", "4", "4", "2.00"));
  const auto balanced = setOf(mixture({even, even}));
  for (const Straggler& straggler : balanced->stragglers) {
    EXPECT_TRUE(expertSentenceOn(straggler).isEmpty());
  }
}

/// The same set as a former Kernline would have digested it.
std::shared_ptr<const RankSet> withoutExchanged(const RankSet& set) {
  return withDigests(set, [](std::int32_t, RankDigest& digest) {
    digest.hasExchangedBytes = false;
    for (DigestCall& call : digest.calls) {
      call.exchanged = {};
    }
  });
}

TEST(ExpertLoads, ofFormerDigestsAreUnknown) {
  const auto set = withoutExchanged(*setOf(mixture({uneven})));
  ASSERT_NE(set, nullptr);
  EXPECT_THAT(heatMetrics(*set), Not(Contains(HeatMetric::ExpertLoad)));
  EXPECT_THAT(heatMetrics(*set), Contains(HeatMetric::Experts)) << "by the larger of what is sent and received";
  EXPECT_TRUE(std::isnan(HeatMap(*set, HeatMetric::ExpertLoad).at({2, 0})));
  const std::vector<ExpertLoad> loads = expertLoads(*set);
  ASSERT_EQ(loads.size(), ranksInGroup);
  EXPECT_EQ(loads[0].count, 2U);
  EXPECT_EQ(loads[0].unknown, 2U);
  EXPECT_EQ(set->stragglers.front().experts.times, 0U);
  EXPECT_THAT(set->doubts, Contains(mentions("expert-load-unknown", anyValue)));
}

TEST(ExpertLoads, takeSplitsOnlyWhereAllAreTold) {
  for (const char* splits : {"[1, ..., 4]", "[1, 2]", "[7, 7, 7]", "[0, 0, 0]", "[9223372036854775807, 9, 9]", ""}) {
    MadeRank rank(0, 3);
    rank.kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 10, 20,
                fmt::format(R"("Collective name":"all_to_allv","Process Group Name":"ep","Group size":3,)"
                            R"("Process Group Ranks":"[0, 1, 2]","In msg nelems":40,"Out msg nelems":8,)"
                            R"("dtype":"Float","In split size":"{}")",
                            splits));
    const ExchangedBytes found = rankDigest(*rank.trace()).calls.at(0).exchanged;
    EXPECT_EQ(found, (ExchangedBytes{.sent = 160, .received = 32, .largest = -1, .peer = -1})) << splits;
  }
}

}  // namespace
}  // namespace kernline::test
