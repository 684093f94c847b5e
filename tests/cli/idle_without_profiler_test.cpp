// SPDX-License-Identifier: GPL-3.0-or-later
// Why devices are idle, as recorded and without the profiler: one figure in all answers.
#include "tests/cli/mcp_client.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(IdleWithoutProfiler, isThatOfTheTraceThatAReplayWrites) {
  for (const std::string& trace :
       {shared("h200/gpt_stack_trace.json.gz"), shared("pairs/precision_bf16.after.json.xz")}) {
    const json idle = answerOf({"summary", "--json", trace}).at("idle_causes").at(0);
    const json& without = idle.at("without_profiler");
    ASSERT_FALSE(without.is_null()) << trace;
    const TemporaryFolder folder;
    ASSERT_EQ(kernline({"whatif", trace, "-o", folder / "replayed.json"}).code, 0);
    const json made = answerOf({"summary", "--json", folder / "replayed.json"});
    const json& same = made.at("idle_causes").at(0);
    EXPECT_EQ(without.at("idle_ns"), same.at("idle_ns")) << trace;
    EXPECT_EQ(without.at("window_ns"), made.at("devices").at(0).at("end_ns").get<std::int64_t>() -
                                           made.at("devices").at(0).at("start_ns").get<std::int64_t>());
    std::int64_t sum = 0;
    for (const auto& [cause, time] : without.at("idle_causes_ns").items()) {
      EXPECT_EQ(time, same.at("causes").at(cause).at("total_ns")) << trace << cause;
      sum += time.get<std::int64_t>();
    }
    EXPECT_EQ(sum, without.at("idle_ns"));
    EXPECT_LT(without.at("idle_ns"), idle.at("idle_ns"));
  }
}

TEST(IdleWithoutProfiler, standsBelowTheRecordedOneOnlyWhereItDiffers) {
  const std::string differs = kernline({"summary", shared("pairs/precision_bf16.after.json.xz")}).out;
  EXPECT_THAT(differs, HasSubstr("\n    about, without the profiler "));
  const std::string busy = shared("pairs/fusion.before.json.xz");
  EXPECT_TRUE(answerOf({"summary", "--json", busy}).at("idle_causes").at(0).at("without_profiler").is_null());
  EXPECT_THAT(kernline({"summary", busy}).out, Not(HasSubstr("about, without the profiler")));
}

TEST(IdleWithoutProfiler, standsInTheVerdictForAgents) {
  const std::filesystem::path trace = shared("pairs/precision_bf16.after.json.xz");
  const auto replies = talk({trace.parent_path().string()},
                            {toolCall(1, "summary", {{"path", trace.filename().string()}, {"max_characters", 6000}})});
  const json answer = answerIn(replyTo(1, replies));
  EXPECT_THAT(answer["verdict"]["reasons"][1].get<std::string>(), HasSubstr(" without the profiler: "));
  ASSERT_EQ(answer["idle_causes"].size(), 1U) << answer;
  EXPECT_GT(answer["idle_causes"][0].value("without_profiler", json::object()).value("idle_ns", 0), 0) << answer;
}

}  // namespace
}  // namespace kernline::test
