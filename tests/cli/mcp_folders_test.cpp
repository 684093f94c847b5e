// SPDX-License-Identifier: GPL-3.0-or-later
// What `kernline mcp` reads: only what lies in its folders.
#include "tests/cli/mcp_client.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

/// A folder that may be read, and beside it what may not.
class McpFolders : public testing::Test {
 protected:
  void SetUp() override {
    folder.add("open/run.json", trace);
    folder.add("open/ranks/rank0.json", trace);
    folder.add("secret/run.json", trace);
    folder.add("open-not/run.json", trace);
    std::filesystem::create_symlink(folder / "secret/run.json", folder / "open/link.json");
    std::filesystem::create_symlink(folder / "secret", folder / "open/folder");
    std::filesystem::create_symlink(folder / "open/run.json", folder / "open/inner.json");
    std::filesystem::create_symlink(folder / "secret/run.json", folder / "open/ranks/rank1.json");
    ASSERT_EQ(::mkfifo((folder / "open/pipe").c_str(), 0600), 0);
  }

  TemporaryFolder folder;
  std::string trace = R"({"traceEvents":[{"ph":"X","name":"hidden","cat":"kernel","ts":1,"dur":2,"pid":1,"tid":1}]})";
};

TEST_F(McpFolders, areAllThatIsRead) {
  const std::vector<std::string> outside{folder / "secret/run.json",
                                         folder / "secret/none.json",
                                         folder / "open-not/run.json",
                                         "../secret/run.json",
                                         "run.json/../../secret/run.json",
                                         "none/../../secret/run.json",
                                         "ranks/../../secret",
                                         "link.json",
                                         "folder/run.json",
                                         "folder",
                                         "run.json/../link.json",
                                         "/etc/passwd",
                                         "/proc/self/environ",
                                         "/"};
  const std::vector<std::string> unfit{
      "pipe",  "-", "", std::string("run.json\0x", 10), std::string(5000, 'p'), "none.json", "run.json/member",
      "--help"};
  std::vector<json> messages;
  for (const std::string& path : outside) {
    messages.push_back(toolCall(messages.size() + 1, "statistics", {{"path", path}, {"kind", "all"}}));
  }
  for (const std::string& path : unfit) {
    messages.push_back(toolCall(messages.size() + 1, "render", {{"paths", {path}}}));
  }
  const std::vector<json> replies = talk({folder / "open"}, messages);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string said = failureIn(replyTo(i + 1, replies)).value_or("no failure");
    EXPECT_EQ(said.contains("lies outside of the folders"), i < outside.size()) << messages[i] << said;
    EXPECT_FALSE(said.contains("hidden") || said == "no failure") << messages[i];
    EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
    EXPECT_LT(said.size(), 700U);
  }
}

TEST_F(McpFolders, holdForWhatLiesInAFolderToo) {
  const std::vector<json> replies =
      talk({folder / "open"},
           {toolCall(1, "ranks", {{"paths", {"ranks"}}}), toolCall(2, "open", json::object()),
            toolCall(3, "summary", {{"path", "inner.json"}}),
            toolCall(4, "statistics", {{"path", folder / "open/run.json"}}),
            toolCall(5, "render", {{"paths", {"ranks"}}}), toolCall(6, "render", {{"paths", {"ranks/rank#.json"}}})});
  EXPECT_TRUE(failureIn(replyTo(1, replies)).value_or("").contains("outside of the folders")) << replyTo(1, replies);
  json list = answerIn(replyTo(2, replies));
  for (const json& file : list["files"]) {
    EXPECT_FALSE(file["path"].get<std::string>().ends_with("link.json")) << file;
    EXPECT_FALSE(file["path"].get<std::string>().ends_with("rank1.json")) << file;
  }
  EXPECT_EQ(answerIn(replyTo(3, replies))["files"][0]["path"], folder / "open/run.json");
  EXPECT_EQ(answerIn(replyTo(4, replies))["rows"][0]["name"], "hidden");
  EXPECT_TRUE(failureIn(replyTo(5, replies)).value_or("").contains("is a folder; render takes files"));
  EXPECT_TRUE(failureIn(replyTo(6, replies)).value_or("").contains("names several files")) << replyTo(6, replies);
}

TEST_F(McpFolders, mustBeFolders) {
  const ProgramRun run = kernline({"mcp", folder / "open/run.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(run.err.contains("is not a folder; name the folders")) << run.err;
}

}  // namespace
}  // namespace kernline::test
