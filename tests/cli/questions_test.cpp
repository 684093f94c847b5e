// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

/// A page that answers a question, and the heading above the answer.
struct Question {
  const char* page;
  const char* heading;
};

/// Commands below the heading, up to the next one of its level. One line each.
std::vector<std::string> commandsOf(const Question& question) {
  std::vector<std::string> commands;
  std::istringstream lines(readFile(KERNLINE_SOURCE_DIR "/resources/docs/" + std::string(question.page)));
  bool isBelow = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      isBelow = line.substr(3) == question.heading;
    }
    if (isBelow && line.starts_with("    kernline ")) {
      commands.push_back(line.substr(4));
    }
  }
  return commands;
}

class QuestionPage : public testing::TestWithParam<Question> {};

TEST_P(QuestionPage, hasCommandsThatAnswer) {
  const TemporaryFolder folder;
  for (const auto& [name, file] :
       std::map<std::string, std::string>{{"train.json.gz", "h200-profiler-steps.json.gz"},
                                          {"before.json.gz", "torch-compare-base.json.gz"},
                                          {"after.json.gz", "torch-compare-other.json.gz"},
                                          {"snapshot.pickle", "memory/h200-out-of-memory.pickle"},
                                          {"smaller.pickle", "memory/training-protocol-4.pickle"}}) {
    std::filesystem::create_symlink(fixture(file), folder / name);
  }
  const bool hasViewer =
      std::filesystem::exists(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"));
  const std::vector<std::string> commands = commandsOf(GetParam());
  EXPECT_GE(commands.size(), 5U);
  for (const std::string& command : commands) {
    if (command.starts_with("kernline render") && !hasViewer) {
      continue;
    }
    const std::string script = "cd " + folder.path() + " && " KERNLINE_PROGRAM + command.substr(command.find(' '));
    const ProgramRun run = kernline({"-c", script}, {.program = "/bin/sh"});
    EXPECT_EQ(run.code, 0) << command << "\n" << run.err;
    EXPECT_TRUE(!run.out.empty() || command.contains(" -o ") || command.contains(" --html ")) << command;
  }
}

TEST(Demo, needsNoFile) {
  const ProgramRun path = kernline({"demo", "--path"});
  EXPECT_EQ(path.code, 0) << path.err;
  ASSERT_TRUE(path.out.ends_with("attention-training.json.gz\n")) << path.out;
  const std::string file = path.out.substr(0, path.out.size() - 1);
  EXPECT_TRUE(std::filesystem::exists(file));
  const std::string withoutDisplay = "unset DISPLAY WAYLAND_DISPLAY; exec " KERNLINE_PROGRAM " demo";
  const ProgramRun shown = kernline({"-c", withoutDisplay}, {.program = "/bin/sh"});
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("Why devices were idle"), std::string::npos) << shown.out;
  EXPECT_TRUE(shown.err.starts_with("kernline: no display")) << shown.err;
}

INSTANTIATE_TEST_SUITE_P(Docs, QuestionPage,
                         testing::Values(Question{"where-time-goes.md", "Why is my GPU idle?"},
                                         Question{"compare.md", "Is this regression real?"},
                                         Question{"memory.md", "Out of memory: what was alive?"},
                                         Question{"what-to-optimize.md", "Which kernel is worth an hour?"}),
                         [](const auto& question) { return testName(question.param.page); });

}  // namespace
}  // namespace kernline::test
