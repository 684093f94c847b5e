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

/// The commands of a page, a line each.
std::vector<std::string> commandsOf(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream lines(readFile(KERNLINE_SOURCE_DIR "/resources/docs/" + page));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    kernline ")) {
      commands.push_back(line.substr(4));
    }
  }
  return commands;
}

class QuestionPage : public testing::TestWithParam<const char*> {};

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
                         testing::Values("why-idle.md", "real-regression.md", "out-of-memory.md", "which-kernel.md"),
                         [](const auto& page) { return testName(page.param); });

}  // namespace
}  // namespace kernline::test
