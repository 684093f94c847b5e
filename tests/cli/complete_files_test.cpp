// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are written are complete or not there, whatever happens.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;

class CompleteFiles : public testing::Test {
 protected:
  [[nodiscard]] std::string in(const std::string& name) const { return folder / name; }

  TemporaryFolder folder;
  std::string trace = fixture("h200-ring-rank0.json.gz");
};

bool hasViewer() {
  return fs::exists(fs::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"));
}

/// Runs `kernline` where files can be no longer than `blocks` of 512 bytes.
ProgramRun kernlineWithin(int blocks, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"-c", fmt::format("ulimit -f {}; exec \"$@\"", blocks), "sh", KERNLINE_PROGRAM});
  return kernline(arguments, {.program = "/bin/sh"});
}

TEST_F(CompleteFiles, areNotThereWhereTheyDoNotFit) {
  std::vector<std::vector<std::string>> writing{
      {"export", trace, "-o", in("out.json")},
      {"export", trace, "-o", in("out.json.gz")},
      {"export", trace, "-o", in("out.sqlite")},
      {"compare", trace, fixture("h200-ring-rank1.json.gz"), "--html", in("out.html")}};
  if (hasViewer()) {
    writing.push_back({"render", trace, "-o", in("out.png")});
    writing.push_back({"render", trace, "-o", in("out.svg")});
    writing.push_back({"render", trace, fixture("h200-ring-rank1.json.gz"), "--view", "compare", "-o", in("two.svg")});
  }
  for (const std::vector<std::string>& arguments : writing) {
    const ProgramRun run = kernlineWithin(2, arguments);
    EXPECT_EQ(run.code, 1) << arguments.back();
    EXPECT_THAT(run.err, testing::HasSubstr("cannot write " + arguments.back() + ": File too large"));
    EXPECT_TRUE(fs::is_empty(folder.path())) << arguments.back();
    const ProgramRun good = kernline(arguments);
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_GT(fs::file_size(arguments.back()), 1024U);
    fs::remove(arguments.back());
  }
}

/// Starts a command that waits for its input, and ends it with a signal.
int endedBy(int number, std::vector<std::string> arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) {
      argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    std::signal(number, SIG_DFL);
    ::execv(KERNLINE_PROGRAM, argv.data());
    std::_Exit(127);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(child, number);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
}

TEST_F(CompleteFiles, signalsEndTheViewerWithItsCommand) {
  if (!hasViewer()) {
    GTEST_SKIP() << "this build has no viewer";
  }
  const std::string pipe = in("never-written.json");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    EXPECT_EQ(endedBy(number, {"kernline", "render", pipe, "-o", in("out.png")}), number);
    const int writer = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    EXPECT_EQ(writer, -1) << "somebody still reads it";
    EXPECT_EQ(errno, ENXIO);
    ::close(writer);
  }
  EXPECT_FALSE(fs::exists(in("out.png")));
}

TEST_F(CompleteFiles, aWindowWithoutADisplayIsRefusedInASentence) {
  if (!hasViewer()) {
    GTEST_SKIP() << "this build has no viewer";
  }
  const std::vector<std::string> bare{"-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "QT_QPA_PLATFORM"};
  for (const char* setting : {"NOTHING=1", "DISPLAY=:987", "QT_QPA_PLATFORM=nonsense"}) {
    std::vector<std::string> arguments = bare;
    arguments.insert(arguments.end(), {setting, KERNLINE_PROGRAM, trace});
    const ProgramRun run = kernline(arguments, {.program = "/usr/bin/env"});
    EXPECT_EQ(run.code, 1) << setting;
    EXPECT_TRUE(run.err.starts_with("kernline: cannot open a window: ")) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST_F(CompleteFiles, theDisplayThatDoesNotAnswerIsNamed) {
  if (!hasViewer()) {
    GTEST_SKIP() << "this build has no viewer";
  }
  for (const std::string setting : {"DISPLAY=:987", "WAYLAND_DISPLAY=nowhere"}) {
    const ProgramRun run =
        kernline({"-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "QT_QPA_PLATFORM", setting, KERNLINE_PROGRAM, trace},
                 {.program = "/usr/bin/env"});
    EXPECT_TRUE(run.err.contains("cannot connect to the display " + setting.substr(setting.find('=') + 1) + ". "))
        << run.err;
  }
}

}  // namespace
}  // namespace kernline::test
