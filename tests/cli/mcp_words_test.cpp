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

const std::string fixtureFolder = KERNLINE_SOURCE_DIR "/tests/fixtures";
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

}  // namespace
}  // namespace kernline::test
