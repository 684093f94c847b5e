// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/unfinished_file.h"

#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;

class UnfinishedFiles : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> names() const { return folder.names(); }

  TemporaryFolder folder;
  std::string target = folder / "out.json";
};

TEST_F(UnfinishedFiles, takeTheirNameOnlyWhenTheyAreFinished) {
  std::ofstream(target) << "the older one";
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  {
    UnfinishedFile file(target);
    std::ofstream(file.path()) << "the new one";
    EXPECT_EQ(readFile(target), "the older one");
    EXPECT_FALSE(file.finish());
    EXPECT_EQ(readFile(target), "the new one");
    EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_read | fs::perms::owner_write) << "as before";
  }
  EXPECT_EQ(readFile(target), "the new one");
  EXPECT_EQ(names().size(), 1U);
}

TEST_F(UnfinishedFiles, areGoneIfTheyNeverAre) {
  {
    const UnfinishedFile file(target);
    std::ofstream(file.path()) << "half";
    EXPECT_EQ(names().size(), 1U);
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(UnfinishedFiles, followALinkAndLeaveDevicesWhatTheyAre) {
  const fs::path link = folder / "link.json";
  fs::create_symlink(target, link);
  std::ofstream(target) << "the older one";
  EXPECT_FALSE(writeWholeFile(link, "the new one"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(readFile(target), "the new one");
  EXPECT_FALSE(writeWholeFile("/dev/null", "text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(writeWholeFile("/dev/full", "text")->english(), says("no-space-left-on-device"));
}

TEST_F(UnfinishedFiles, sayWhatIsWrongAndLeaveTheOlderOne) {
  std::ofstream(target) << "the older one";
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const auto problem = writeWholeFile(target, std::string(2000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->english(), "File too large");
  EXPECT_EQ(readFile(target), "the older one");
  EXPECT_EQ(names().size(), 1U);
  EXPECT_THAT(writeWholeFile("/nowhere/at/all", "")->english(), says("no-such-file"));
}

TEST_F(UnfinishedFiles, areRemovedBySignals) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (const int each : {SIGINT, SIGTERM, SIGHUP}) {
        std::signal(each, SIG_DFL);
      }
      removeUnfinishedAtSignals();
      const UnfinishedFile first(target);
      const UnfinishedFile second(target + "2");
      std::ofstream(first.path()) << "half";
      std::ofstream(second.path()) << "half";
      std::raise(number);
      std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number) << "it dies of the signal all the same";
    EXPECT_TRUE(names().empty());
  }
}

}  // namespace
}  // namespace kernline::test
