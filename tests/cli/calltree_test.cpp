// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string& callTreeSample() {
  static const std::string file = fixture("h200-profiler-steps.json.gz");
  return file;
}

TEST(Calltree, totalsAreWhatNodesHaveThemselvesAndTheirChildren) {
  for (const std::vector<std::string>& direction : {std::vector<std::string>{}, {"--bottom-up"}}) {
    std::vector<std::string> arguments{"calltree", "--json", callTreeSample()};
    arguments.insert(arguments.end(), direction.begin(), direction.end());
    const json answer = answerOf(arguments);
    const json& nodes = answer.at("nodes");
    ASSERT_FALSE(nodes.empty());
    for (const char* weight : {"host", "device"}) {
      const std::string total = std::string(weight) + "_total_ns";
      const std::string self = std::string(weight) + "_self_ns";
      std::vector<std::int64_t> sums;
      std::int64_t all = 0;
      for (const json& node : nodes) {
        sums.push_back(node.at(self).get<std::int64_t>());
      }
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto of = nodes[i].at(total).get<std::int64_t>();
        (nodes[i].at("parent").is_null() ? all : sums.at(nodes[i].at("parent").get<std::size_t>())) += of;
      }
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        ASSERT_EQ(sums[i], nodes[i].at(total).get<std::int64_t>()) << nodes[i].dump();
      }
      EXPECT_EQ(all, answer.at(total).get<std::int64_t>());
    }
  }
}

TEST(Calltree, deviceTimeIsThatOfTheStatistics) {
  const json stats = answerOf({"stats", "--json", "--kind", "device", callTreeSample()});
  EXPECT_EQ(answerOf({"calltree", "--json", "--depth", "1", callTreeSample()}).at("device_total_ns"),
            stats.at("files").at(0).at("total_ns"));
}

TEST(Calltree, foldedStacksAddUpToHostTime) {
  const ProgramRun run = kernline({"calltree", "--folded", callTreeSample()});
  ASSERT_EQ(run.code, 0);
  std::istringstream lines(run.out);
  std::int64_t sum = 0;
  for (std::string line; std::getline(lines, line);) {
    sum += std::stoll(line.substr(line.rfind(' ')));
  }
  EXPECT_EQ(sum, answerOf({"calltree", "--json", callTreeSample()}).at("host_total_ns").get<std::int64_t>());
}

TEST(Calltree, depthAndShareLeaveNodesOut) {
  const json answer = answerOf({"calltree", "--json", "--depth", "2", "--min-share", "0.1", callTreeSample()});
  EXPECT_FALSE(answer.at("nodes").empty());
  for (const json& node : answer.at("nodes")) {
    EXPECT_LE(node.at("depth"), 2);
    EXPECT_GE(node.at("share"), 0.1);
  }
}

TEST(Calltree, showsTheHeaviestNodesAndSaysHowManyItLeavesOut) {
  const json all = answerOf({"calltree", "--json", "--limit", "0", callTreeSample()});
  EXPECT_EQ(all.at("nodes_left_out"), 0);
  ASSERT_GT(all.at("nodes").size(), 40U);
  const json few = answerOf({"calltree", "--json", "--limit", "40", callTreeSample()});
  ASSERT_EQ(few.at("nodes").size(), 40U);
  EXPECT_EQ(few.at("nodes_left_out"), all.at("nodes").size() - 40);
  std::vector<std::int64_t> totals;
  for (const json& node : all.at("nodes")) {
    totals.push_back(node.at("host_total_ns").get<std::int64_t>());
  }
  std::ranges::sort(totals, std::ranges::greater{});
  for (std::size_t i = 0; i < 40; ++i) {
    const json& node = few.at("nodes")[i];
    EXPECT_GE(node.at("host_total_ns"), totals[39]);
    if (node.at("parent").is_null()) {
      EXPECT_EQ(node.at("depth"), 1);
      continue;
    }
    const auto parent = node.at("parent").get<std::size_t>();
    ASSERT_LT(parent, i);
    EXPECT_EQ(few.at("nodes")[parent].at("depth").get<int>() + 1, node.at("depth").get<int>());
    EXPECT_GE(few.at("nodes")[parent].at("host_total_ns"), node.at("host_total_ns"));
  }
  EXPECT_THAT(kernline({"calltree", "--limit", "3", "--min-share", "0", callTreeSample()}).out,
              testing::HasSubstr("more; --limit 0 shows all"));
  EXPECT_EQ(kernline({"calltree", "--folded", "--limit", "3", callTreeSample()}).code, 2);
}

TEST(Calltree, aRangeLimitsIt) {
  const json part = answerOf({"calltree", "--json", "--range", "0..1ms", callTreeSample()});
  EXPECT_EQ(part.at("range_ns").at(1).get<std::int64_t>() - part.at("range_ns").at(0).get<std::int64_t>(), 1'000'000);
  EXPECT_LT(part.at("host_total_ns"), answerOf({"calltree", "--json", callTreeSample()}).at("host_total_ns"));
}

TEST(Calltree, textIndentsWhatIsCalled) {
  const ProgramRun run = kernline({"calltree", "--weight", "device", callTreeSample()});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("top-down"));
  EXPECT_THAT(run.out, HasSubstr("host total"));
  EXPECT_THAT(run.out, HasSubstr("    ProfilerStep#"));
}

TEST(Calltree, refusesAThreadThatIsNone) {
  const ProgramRun run = kernline({"calltree", "--track", "stream 7", callTreeSample()});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("threads match"));
  EXPECT_EQ(kernline({"calltree", "--folded", "--json", callTreeSample()}).code, 2);
}

TEST(Stats, operatorsHaveSelfAndTotalTimes) {
  const json rows = answerOf({"stats", "--json", "--kind", "op", callTreeSample()}).at("rows");
  ASSERT_FALSE(rows.empty());
  std::int64_t device = 0;
  for (const json& row : rows) {
    EXPECT_LE(row.at("host_self_ns"), row.at("total_ns"));
    EXPECT_LE(row.at("host_total_ns"), row.at("total_ns"));
    EXPECT_LE(row.at("device_self_ns"), row.at("device_total_ns"));
    EXPECT_LE(row.at("calls"), row.at("count"));
    device += row.at("device_self_ns").get<std::int64_t>();
  }
  std::int64_t byOp = 0;
  const json stats = answerOf({"stats", "--json", "--kind", "device", "--by", "op", callTreeSample()});
  for (const json& row : stats.at("rows")) {
    byOp += row.at("name").get<std::string>().starts_with("(") ? 0 : row.at("total_ns").get<std::int64_t>();
  }
  EXPECT_EQ(device, byOp);
}

TEST(Stats, shapesSplitOperatorsWithoutLosingAny) {
  const json byName = answerOf({"stats", "--json", "--kind", "op", callTreeSample()}).at("rows");
  const json byShape = answerOf({"stats", "--json", "--kind", "op", "--shapes", callTreeSample()}).at("rows");
  EXPECT_GT(byShape.size(), byName.size());
  std::map<std::string, std::array<std::int64_t, 3>> sums;
  for (const json& row : byShape) {
    EXPECT_TRUE(row.at("input_shapes").is_string());
    auto& sum = sums[row.at("name").get<std::string>()];
    sum[0] += row.at("count").get<std::int64_t>();
    sum[1] += row.at("total_ns").get<std::int64_t>();
    sum[2] += row.at("device_self_ns").get<std::int64_t>();
  }
  for (const json& row : byName) {
    const auto& sum = sums.at(row.at("name").get<std::string>());
    EXPECT_EQ(sum[0], row.at("count").get<std::int64_t>());
    EXPECT_EQ(sum[1], row.at("total_ns").get<std::int64_t>());
    EXPECT_EQ(sum[2], row.at("device_self_ns").get<std::int64_t>());
  }
}

TEST(Stats, shapesAreForOperators) {
  const ProgramRun run = kernline({"stats", "--shapes", callTreeSample()});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("--kind op"));
}

}  // namespace
}  // namespace kernline::test
