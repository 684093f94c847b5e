// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/mcp_client.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

constexpr const char* aTrace = "h200-ring-rank0.json.gz";

TEST(McpWords, areOfToolsAndParametersInsteadOfCommandsAndOptions) {
  const std::string snapshot = "memory/h200-out-of-memory.pickle";
  const std::vector<json> replies =
      talk({fixtureFolder}, {toolCall(1, "compare", {{"paths", {snapshot, snapshot}}}),
                             toolCall(2, "render", {{"paths", {snapshot}}, {"view", "timeline"}}),
                             toolCall(3, "render", {{"paths", {aTrace}}, {"view", "timeline"}, {"blocks", true}}),
                             toolCall(4, "steps", {{"path", aTrace}, {"steps_by", "["}}),
                             toolCall(5, "compare", {{"paths", {aTrace, aTrace}}, {"steps_by", "no such step"}}),
                             toolCall(6, "statistics", {{"path", aTrace}, {"range", "tomorrow"}})});
  EXPECT_EQ(failureIn(replyTo(1, replies)),
            fixtureFolder + "/" + snapshot + " contains only memory data; use the tool memory to read or compare it");
  if (std::filesystem::exists(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"))) {
    EXPECT_EQ(failureIn(replyTo(2, replies)),
              fixtureFolder + "/" + snapshot + ": a memory snapshot has no timeline or overview; use view memory");
  }
  EXPECT_EQ(failureIn(replyTo(3, replies)), "blocks is for view memory");
  for (int id = 4; id <= 6; ++id) {
    const std::string said = failureIn(replyTo(id, replies)).value_or("no failure");
    EXPECT_FALSE(said.contains("--") || said.contains("kernline ")) << said;
  }
}

/// A folder with a trace of a host without steps, whose rank is unknown, and with a log.
class McpFailures : public ::testing::Test {
 protected:
  McpFailures() {
    m_folder.add("host.json", R"({"traceEvents": [
{"ph": "X", "name": "f", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "cat": "cpu_op"}]})");
    m_folder.add("rank0.json", R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": [
{"ph": "X", "name": "f", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "cat": "cpu_op"}]})");
    m_folder.add("run.log", "epoch: 1 loss: 0.50 throughput: 900 tok/s\nepoch: 2 loss: 0.40 throughput: 950 tok/s\n");
    m_folder.add("none/notes.txt", "nothing to read");
  }
  std::string failureOf(const std::string& tool, const json& arguments) {
    const std::vector<json> replies = talk({m_folder.path()}, {toolCall(1, tool, arguments)});
    return failureIn(replyTo(1, replies)).value_or("no failure");
  }

  TemporaryFolder m_folder;
};

TEST_F(McpFailures, sayWhatToDo) {
  const std::vector<std::pair<std::pair<std::string, json>, std::string>> cases{
      {{"ranks", {{"path", "host.json"}}}, "; name it as in rank0.json"},
      {{"heat_map", {{"path", "host.json"}}}, "; name it as in rank0.json"},
      {{"heat_map", {{"path", "rank0.json"}}}, "Call prof.step() once per iteration"},
      {{"heat_map", {{"path", "rank0.json"}, {"metric", "counter:x"}}}, "Choose a metric such as step_time"},
      {{"whatif", {{"path", "host.json"}}}, "; choose spans with steps_by NAME"},
      {{"whatif", {{"path", "host.json"}, {"steps_by", "g"}}}, "; the tool steps lists the possible ones"},
      {{"steps", {{"path", "host.json"}, {"steps_by", "rounds"}}}, "; the tool steps lists the possible ones"},
      {{"statistics", {{"path", "none"}}}, "; name a file, or another folder"},
      {{"statistics", {{"path", "host.json"}, {"range", "9s..10s"}}}, "; times count from its start"},
  };
  for (const auto& [call, todo] : cases) {
    const std::string said = failureOf(call.first, call.second);
    EXPECT_TRUE(said.contains(todo)) << call.first << call.second << "\n" << said;
    EXPECT_FALSE(said.contains("--") || said.contains("kernline ")) << said;
  }
}

TEST_F(McpFailures, nameTheToolForALogThatHasNoTimeline) {
  if (!std::filesystem::exists(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"))) {
    return;
  }
  const std::string said = failureOf("render", {{"paths", {"run.log"}}, {"range", "0..1ms"}});
  EXPECT_TRUE(said.ends_with("a log has no timeline; the tool tables reads what it measured")) << said;
}

}  // namespace
}  // namespace kernline::test
