// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives that gloo ran on the hosts of several ranks.
#include "core/analysis/communication/host_collectives.h"

#include "core/compare/ranks/rank_set.h"
#include "core/import/chrome_json/read_chrome.h"
#include "core/open/open_ranks.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;

std::shared_ptr<const RankSet> recorded() {
  Progress progress;
  auto set = openRanks({fixture("ranks/gloo")}, {}, {}, {}, progress);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  return set ? *set : nullptr;
}

/// One rank's gloo calls, each "name elements start length worker" in microseconds; groups as torch lists them.
std::shared_ptr<const Trace> traceOf(int rank, const std::string& groups, const std::vector<std::string>& events) {
  std::string text =
      fmt::format(R"({{"distributedInfo":{{"backend":"gloo","rank":{},"world_size":3,"pg_config":[{}]}},)"
                  R"("baseTimeNanoseconds":1000000000000000000,"traceEvents":[)",
                  rank, groups);
  for (std::size_t i = 0; i < events.size(); ++i) {
    text += (i == 0 ? "" : ",") + events[i];
  }
  const auto loaded = chrome::readChromeText(text + "]}", {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
}

std::string call(const char* name, int elements, int start, int length, int worker = 1) {
  return fmt::format(R"({{"ph":"X","cat":"user_annotation","name":"gloo:{}","pid":9,"tid":{},"ts":{},"dur":{},)"
                     R"("args":{{"Input type":["float"],"Input Dims":[[{}]]}}}})",
                     name, worker, start, length, elements);
}

constexpr const char* everybody = R"({"pg_name":"0","pg_size":3})";

std::shared_ptr<const RankSet> setOf(std::vector<std::shared_ptr<const Trace>> traces) {
  auto set = rankSetOfTraces("run", std::move(traces));
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  return set ? *set : nullptr;
}

TEST(HostCollectives, ofARecordedRunAreMatchedThoughWorkersSwapThem) {
  const auto set = recorded();
  ASSERT_EQ(set->collectives.size(), 28U);
  for (const CollectiveMatch& match : set->collectives) {
    EXPECT_EQ(match.parts.size(), 3U) << match.name;
    EXPECT_TRUE(match.missing.empty()) << "nobody says who takes part";
  }
  EXPECT_EQ(set->incompleteCollectives(), 0U);
  EXPECT_THAT(set->doubts, Contains(mentions("host-collectives-without-process", "28")));
  for (const RankClock& clock : set->clocks) {
    EXPECT_EQ(clock.correction().ns, 0) << "one host has one clock";
    EXPECT_EQ(clock.collectives, clock.isReference ? clock.collectives : 20U) << "those that end together";
  }
}

TEST(HostCollectives, ofARecordedRunWaitForTheRankThatComputesLonger) {
  const auto set = recorded();
  auto large = set->collectives | std::views::filter([](const CollectiveMatch& match) {
                 return match.kind == CollectiveKind::AllReduce && match.bytes == 1'200'000;
               });
  const auto third = std::ranges::next(large.begin(), 2, large.end());
  ASSERT_NE(third, large.end());
  EXPECT_EQ(third->lastRank(), 2);
  EXPECT_NEAR(static_cast<double>(third->parts[0].wait.ns), 19'105'000, 1000) << "counted apart, from the file";
  EXPECT_NEAR(static_cast<double>(third->parts[1].wait.ns), 21'140'000, 1000);
  EXPECT_EQ(third->parts[2].wait.ns, 0);
  EXPECT_LT(set->stragglers.front().waitCaused.ns, 2'150'000'000)
      << "while two collectives run at once, each rank waits once";
  for (const Straggler& straggler : set->stragglers) {
    EXPECT_TRUE(straggler.because.empty()) << "what hosts did is no work of devices";
  }
}

TEST(HostCollectives, giveTheAccountsOfRanksWithoutDevices) {
  const auto set = setOf({traceOf(0, everybody, {call("all_reduce", 100, 10, 50), call("barrier", 1, 70, 10)}),
                          traceOf(1, everybody, {call("all_reduce", 100, 30, 30), call("barrier", 1, 70, 10)}),
                          traceOf(2, everybody, {call("all_reduce", 100, 40, 20), call("barrier", 1, 75, 5)})});
  EXPECT_EQ(set->accounts[0].communication.ns, 60'000);
  EXPECT_EQ(set->accounts[0].waiting.ns, 35'000);
  EXPECT_EQ(set->accounts[0].transferring.ns, 25'000);
  EXPECT_EQ(set->accounts[0].unmatched().ns, 0);
  EXPECT_EQ(set->accounts[0].window.ns, 70'000);
  EXPECT_EQ(set->accounts[2].waiting.ns, 0);
  ASSERT_EQ(set->collectives.size(), 2U);
  EXPECT_EQ(set->collectives[0].bytes, 400);
  EXPECT_EQ(set->stragglers.front().rank, 2);
}

TEST(HostCollectives, ofOneSizeAreNotTakenForThoseOfAnother) {
  const auto set =
      setOf({traceOf(0, everybody, {call("all_reduce", 100, 10, 50, 1), call("all_reduce", 200, 12, 60, 2)}),
             traceOf(1, everybody, {call("all_reduce", 200, 10, 62, 1), call("all_reduce", 100, 11, 49, 2)}),
             traceOf(2, everybody, {call("all_reduce", 200, 20, 52, 1)})});
  ASSERT_EQ(set->collectives.size(), 2U);
  EXPECT_EQ(set->collectives[0].bytes, 400);
  EXPECT_EQ(set->collectives[0].parts.size(), 2U);
  EXPECT_TRUE(set->collectives[0].missing.empty());
  EXPECT_EQ(set->collectives[1].parts.size(), 3U);
}

/// An all_reduce of ranks 0 and 1 looks like one of all.
TEST(HostCollectives, ofSeveralGroupsAreCountedAndNotMatched) {
  const std::string pair = std::string{everybody} + R"(,{"pg_name":"1","pg_size":2})";
  const auto set =
      setOf({traceOf(0, pair, {call("all_reduce", 100, 10, 50)}), traceOf(1, pair, {call("all_reduce", 100, 10, 50)}),
             traceOf(2, everybody, {call("all_reduce", 100, 300, 50)})});
  EXPECT_TRUE(set->collectives.empty());
  EXPECT_EQ(set->accounts[0].communication.ns, 0);
  EXPECT_THAT(set->doubts, Contains(mentions("host-collectives-without-kernels", "2", "1")));
}

TEST(HostCollectives, leaveMessagesOutAndReadWhatIsOdd) {
  const auto reduce = [](int ts, std::string_view args) {
    return R"({"ph":"X","cat":"cpu_op","name":"gloo:all_reduce","pid":9,"tid":1,"dur":5,"ts":)" + std::to_string(ts) +
           std::string(args) + "}";
  };
  const auto trace =
      traceOf(0, everybody,
              {call("send", 100, 10, 5), call("recv", 100, 20, 5), call("all_gather", 100, 30, 5), reduce(40, ""),
               reduce(50, R"(,"args":{"Input type":["float","Long"],"Input Dims":[[2,3],[4]]})"),
               reduce(60, R"(,"args":{"Input type":["float"],"Input Dims":[[9223372036854775807,2]]})")});
  std::vector<std::int64_t> bytes;
  for (const CollectiveCall& made : glooCalls(*trace)) {
    bytes.push_back(made.bytes);
  }
  EXPECT_THAT(bytes, testing::ElementsAre(-1, -1, 24 + 32, -1)) << "what comes out of all_gather is not said";
}

}  // namespace
}  // namespace kernline::test
