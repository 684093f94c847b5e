// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs of the collection, against figures counted by other means.
#include "core/analysis/causes/module_times.h"
#include "core/analysis/graphs/graph_join.h"
#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/statistics/statistics.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

nlohmann::json expectedPairs() {
  return nlohmann::json::parse(readDecoded(shared("formats/graphs/expected.json")))["pairs"];
}

struct GraphPair {
  std::shared_ptr<const Trace> capture;
  std::shared_ptr<const Trace> replay;
};

GraphPair loadPair(const std::string& capture, const std::string& replay) {
  GraphPair pair;
  pair.capture = load(shared(capture)).value();
  pair.replay = load(shared(replay)).value();
  return pair;
}

class GraphPairs : public testing::TestWithParam<std::size_t> {};

TEST_P(GraphPairs, giveEachKernelToTheOperatorThatCapturedIt) {
  const nlohmann::json expected = expectedPairs()[GetParam()];
  const std::string captureFile = "formats/" + expected["capture"].get<std::string>();
  const std::string replayFile = GetParam() == 0 ? "formats/" + expected["replay"].get<std::string>()
                                                 : "traces/torch/tracelens_mi300_sglang_decode.json.gz";
  if (!hasShared(captureFile)) {
    GTEST_SKIP() << lacks(captureFile);
  }
  const GraphPair pair = loadPair(captureFile, replayFile);
  const std::array<const Trace*, 1> others{pair.capture.get()};
  const GraphJoin join = GraphJoin::of(*pair.replay, others);

  ASSERT_EQ(join.graphs().size(), 1U);
  const ReplayedGraph& graph = join.graphs()[0];
  EXPECT_EQ(graph.works, expected["captured_launches"].get<std::uint32_t>());
  EXPECT_EQ(graph.launches.size(), expected["replays"].size());
  EXPECT_EQ(graph.fit, GetParam() == 0 ? GraphFit::Count : GraphFit::Names);
  EXPECT_EQ(join.joined().size(), graph.works * graph.launches.size());
  EXPECT_TRUE(join.open().empty());
  std::int64_t gpuNs = 0;
  for (const auto& replay : expected["replays"]) {
    gpuNs += replay["gpu_ns"].get<std::int64_t>();
  }
  EXPECT_EQ(graph.activityNs, gpuNs);

  std::map<std::string, std::pair<std::uint64_t, std::int64_t>> wanted;
  for (const auto& row : expected["by_operator_over_all_replays"]) {
    wanted[row["operator"]] = {row["gpu_events"], row["gpu_ns"]};
  }
  std::vector<SpanId> activities;
  for (const CapturedBy& by : join.joined()) {
    activities.push_back(by.activity);
  }
  const auto ops = std::make_shared<const ReplayedOps>(*pair.replay, join, others);
  std::map<std::string, std::pair<std::uint64_t, std::int64_t>> counted;
  const StatisticsOptions options{.by = byOp(*pair.replay, ops),
                                  .kinds = SpanKinds::deviceActivities(),
                                  .among = std::make_shared<const std::vector<SpanId>>(activities)};
  for (const StatisticsRow& row : statistics(*pair.replay, options).rows) {
    counted[std::string(row.name)] = {row.count, row.total.ns};
  }
  EXPECT_EQ(counted, wanted);
}

INSTANTIATE_TEST_SUITE_P(Collection, GraphPairs, testing::Values(0, 1),
                         [](const auto& pair) { return std::string(pair.param == 0 ? "H200" : "SGLang"); });

TEST(GraphJoin, eachLaunchOfTheH200PairHasTheOperatorThatWasCountedForIt) {
  const nlohmann::json rows = expectedPairs()[0]["rows"];
  const GraphPair pair = loadPair("formats/graphs/graph_capture.json.gz", "formats/graphs/graph_replay.json.gz");
  const std::array<const Trace*, 1> others{pair.capture.get()};
  const GraphJoin join = GraphJoin::of(*pair.replay, others);
  std::vector<CapturedBy> joined = join.joined();
  std::ranges::sort(joined, {}, [&](const CapturedBy& by) { return pair.replay->start(by.activity); });
  ASSERT_EQ(joined.size(), 3 * rows.size());
  for (std::size_t n = 0; n < joined.size(); ++n) {
    const nlohmann::json& row = rows[n % rows.size()];
    EXPECT_EQ(pair.capture->nameText(joined[n].launch), row["launch"].get<std::string>());
    EXPECT_EQ(pair.capture->nameText(pair.capture->opOf(joined[n].launch)), row["operator"].get<std::string>());
    EXPECT_EQ(pair.replay->nameText(joined[n].activity), row["replayed_as"].get<std::string>());
    EXPECT_EQ(pair.replay->duration(joined[n].activity).ns,
              row["dur_ns_per_replay"][n / rows.size()].get<std::int64_t>());
  }
}

TEST(GraphJoin, allWorkOfTheVllmReplayHasItsCapture) {
  const std::string capture = "traces/torch/tracelens_vllm_graph_capture_python_stacks.json.gz";
  if (!hasShared(capture)) {
    GTEST_SKIP() << lacks(capture);
  }
  const GraphPair pair = loadPair(capture, "traces/torch/tracelens_vllm_decode_graph.json.gz");
  const std::array<const Trace*, 1> others{pair.capture.get()};
  const GraphJoin join = GraphJoin::of(*pair.replay, others);
  EXPECT_EQ(join.joined().size(), 421U);
  ASSERT_EQ(join.graphs().size(), 1U);
  EXPECT_EQ(join.graphs()[0].fit, GraphFit::Names);
  EXPECT_TRUE(join.open().empty());
}

TEST(GraphJoin, aPairOfDifferentModelsStaysOpen) {
  const GraphPair pair = loadPair("formats/graphs/graph_capture.json.gz", "h200/cuda_graph_trace.json.gz");
  const std::array<const Trace*, 1> others{pair.capture.get()};
  const GraphJoin join = GraphJoin::of(*pair.replay, others);
  EXPECT_TRUE(join.joined().empty());
  EXPECT_EQ(join.open().size(), 1600U);
  EXPECT_EQ(join.graphs()[0].fit, GraphFit::Differs);
}

TEST(GraphJoin, deviceTimeOfReplaysGoesToTheModulesOfTheCapture) {
  const GraphPair pair = loadPair("formats/graphs/graph_capture.json.gz", "formats/graphs/graph_replay.json.gz");
  const std::array<const Trace*, 1> others{pair.capture.get()};
  const GraphJoin join = GraphJoin::of(*pair.replay, others);
  EXPECT_EQ(moduleTimes(*pair.replay, spanModules(*pair.replay, {}, 1), spanPhases(*pair.replay), {.join = &join})
                .given.total(),
            0);
  std::vector<ActivityCapturedHere> works;
  for (const CapturedBy& by : join.joined()) {
    works.push_back({by.launch, pair.replay->duration(by.activity)});
  }
  const ModuleTimes times =
      capturedModuleTimes(*pair.capture, spanModules(*pair.capture, {}, 1), spanPhases(*pair.capture), works);
  EXPECT_EQ(times.given.total(), 120386 + 121346 + 119997);
  EXPECT_EQ(times.source, ModuleSource::Modules);
  EXPECT_EQ(times.unassigned.total(), 0);
}

}  // namespace
}  // namespace kernline::test
