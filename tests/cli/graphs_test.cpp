// SPDX-License-Identifier: GPL-3.0-or-later
// Replayed kernels and what captured them, and kernels of torch.compile.
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using nlohmann::json;

std::string replayFile() {
  return shared("formats/graphs/graph_replay.json.gz");
}
std::string captureFile() {
  return shared("formats/graphs/graph_capture.json.gz");
}

TEST(Graphs, theSummarySaysHowMuchIsJoined) {
  const json open = answerOf({"summary", "--json", replayFile()}).at("graphs");
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0].at("open_because"), "no_capture");
  EXPECT_EQ(open[0].at("joined_by"), nullptr);
  const json joined = answerOf({"summary", "--json", replayFile(), "--capture", captureFile()}).at("graphs");
  EXPECT_EQ(joined[0].at("joined_by"), "count");
  EXPECT_EQ(joined[0].at("capture"), captureFile());
  EXPECT_EQ(joined[0].at("works"), 26);
  EXPECT_EQ(joined[0].at("replays"), 3);
  EXPECT_EQ(joined[0].at("total_ns"), 120386 + 121346 + 119997);
}

TEST(Graphs, statisticsByOperatorNameThoseOfTheCapture) {
  const json rows =
      answerOf({"stats", "--json", "--by", "op", "--kind", "device", replayFile(), "--capture", captureFile()})
          .at("rows");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].at("name"), "aten::addmm");
  EXPECT_EQ(rows[0].at("count"), 36);
  EXPECT_EQ(rows[0].at("total_ns"), 239106);
  EXPECT_THAT(answerOf({"stats", "--json", "--by", "op", replayFile()}).at("rows")[0].at("name"),
              says("cuda-graph-replay"));
  const json filtered = answerOf(
      {"stats", "--json", "--kind", "device", "--filter", "op:aten::addmm", replayFile(), "--capture", captureFile()});
  std::int64_t count = 0;
  for (const json& row : filtered.at("rows")) {
    count += row.at("count").get<std::int64_t>();
  }
  EXPECT_EQ(count, 36) << "a filter knows them, too";
}

TEST(Graphs, modulesOfTheCaptureHaveTheTimeOfReplays) {
  const json answer = answerOf({"modules", "--json", replayFile(), "--capture", captureFile()});
  EXPECT_EQ(answer.at("joined_works"), 78);
  EXPECT_EQ(answer.at("replayed_works"), 78);
  EXPECT_EQ(answer.at("given_ns"), 120386 + 121346 + 119997);
  std::int64_t sum = 0;
  for (const json& row : answer.at("rows")) {
    sum += row.at("self_ns").get<std::int64_t>();
    EXPECT_EQ(row.contains("capture"), row.at("path").get<std::string>().starts_with("Sequential_0")) << row;
  }
  EXPECT_EQ(sum, answer.at("given_ns").get<std::int64_t>());
}

TEST(Graphs, workAndAdviceAreOfTheOperatorsOfTheCapture) {
  const json open = answerOf({"work", "--json", "--by", "op", replayFile()});
  EXPECT_EQ(open.at("modelled_ns"), 6046) << "copies alone, which say themselves how much they moved";
  const json work = answerOf({"work", "--json", "--by", "op", replayFile(), "--capture", captureFile()});
  EXPECT_EQ(work.at("modelled_ns"), work.at("kernel_ns"));
  const json& row = work.at("rows").at(0);
  EXPECT_EQ(row.at("operator"), "aten::addmm");
  EXPECT_EQ(row.at("count"), 36);
  EXPECT_EQ(row.at("kernel_ns"), 239106);
  EXPECT_GT(row.at("flops").get<std::int64_t>(), 0);
  const json advice = answerOf({"advise", "--json", replayFile(), "--capture", captureFile()});
  EXPECT_EQ(advice.at("modelled_ns"), advice.at("kernel_ns"));
  EXPECT_THAT(advice.at("rows").dump(), testing::HasSubstr("aten::addmm"));
  EXPECT_EQ(kernline({"work", replayFile(), "--capture", "/nowhere.json"}).code, 1);
  EXPECT_EQ(kernline({"advise", replayFile(), "--capture", "/nowhere.json"}).code, 1);
}

TEST(Graphs, eventsSayWhatCapturedThem) {
  const json events =
      answerOf({"events", "--json", "--name", "^nvjet", "--limit", "1", replayFile(), "--capture", captureFile()})
          .at("events");
  const json& by = events.at(0).at("captured_by");
  EXPECT_EQ(by.at("operator"), "aten::addmm");
  EXPECT_EQ(by.at("launch"), "cuLaunchKernelEx");
  EXPECT_EQ(by.at("modules"), (json{"Sequential_0", "Block_0", "Linear_0"}));
  EXPECT_FALSE(by.at("python").empty());
}

TEST(Graphs, aFileWithoutACaptureIsSaidToHoldNone) {
  const ProgramRun run = kernline({"summary", "--json", captureFile(), "--capture", replayFile()});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, testing::HasSubstr("has no capture of a CUDA graph"));
  EXPECT_EQ(kernline({"summary", replayFile(), "--capture", "/nowhere.json"}).code, 1);
  EXPECT_EQ(kernline({"stats", replayFile(), "--capture", captureFile()}).code, 2);
  EXPECT_EQ(kernline({"events", "--csv", replayFile(), "--capture", captureFile()}).code, 2);
}

TEST(Compiled, kernelsSayWhatTheyFuseAndWhichCallTheyAre) {
  const std::string file = shared("formats/inductor/inductor_trace.json.gz");
  const json compiled = answerOf({"summary", "--json", file}).at("compiled");
  ASSERT_EQ(compiled.size(), 1U);
  EXPECT_EQ(compiled[0].at("kernels"), 138);
  EXPECT_EQ(compiled[0].at("called"), 21);
  EXPECT_EQ(compiled[0].at("open"), 117);
  EXPECT_EQ(compiled[0].at("graphs").size(), 3U);
  const json events =
      answerOf({"events", "--json", "--name", "^triton_poi_fused_gelu_view_2$", "--track", "stream", file});
  const json& kernel = events.at("events").at(0).at("compiled");
  EXPECT_EQ(kernel.at("fuses"), (json{"view", "gelu"}));
  EXPECT_EQ(kernel.at("call"), "triton_poi_fused_gelu_view_2:9");
  EXPECT_EQ(kernel.at("graphs"), json{"model__0_forward_1.0"});
  EXPECT_EQ(kernel.at("source_nodes"), (json{"gelu", "linear_4"}));
  EXPECT_EQ(kernel.at("configuration"), "XBLOCK=1024");
}

}  // namespace
}  // namespace kernline::test
