// SPDX-License-Identifier: GPL-3.0-or-later
// The real inputs that come with the checkout, and what the tests may leave out where there are no others.
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <fnmatch.h>
#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace kernline::test {
namespace {

const std::string checkedIn = KERNLINE_SOURCE_DIR "/tests/data/";

TEST(Collection, isSmallEnoughToComeWithTheCheckout) {
  std::uintmax_t bytes = 0;
  for (const std::string& file : filesBelow(checkedIn, {""})) {
    bytes += std::filesystem::file_size(checkedIn + file);
  }
  EXPECT_LT(bytes, 20'000'000U);
}

TEST(Collection, namesTheOriginOfEachFileOfOthers) {
  const std::string origins = readFile(checkedIn + "ORIGINS.md");
  for (const char* folder : {"nsys/", "tables/", "torch_memory/", "traces/"}) {
    for (const std::string& file : filesBelow(checkedIn + folder, {""})) {
      EXPECT_THAT(origins, testing::HasSubstr("| " + std::string(folder) + file + " |"));
    }
  }
}

TEST(AllowedSkips, nameNoFileThatIsHere) {
  const std::vector<std::string> here = filesBelow(checkedIn, {""});
  for (const AllowedSkip& entry : readAllowedSkips(readFile(KERNLINE_SOURCE_DIR "/tests/ALLOWED_SKIPS"))) {
    if (entry.kind == AllowedSkip::Kind::Data) {
      EXPECT_TRUE(std::ranges::none_of(here, [&](const std::string& file) {
        return ::fnmatch(entry.pattern.c_str(), file.c_str(), 0) == 0;
      })) << entry.pattern;
    }
  }
}

TEST(AllowedSkips, areAllThatMayBeSkipped) {
  EXPECT_TRUE(reasonToSkip("Cases/Firefox.isRead/x", lacks("cases/firefox/inputs/test.chrome.gz")));
  EXPECT_FALSE(reasonToSkip("Cases/Firefox.isRead/x", lacks("cases/firefox/cases.json")));
  EXPECT_FALSE(reasonToSkip("Trace.isRead", "no time for it"));
  EXPECT_TRUE(reasonToSkip("Recorder.hasADoctor", "there is a driver here"));
  EXPECT_FALSE(reasonToSkip("Recorder.hasADoctor", lacks("h200/oom_snapshot.pickle")));
}

TEST(AllowedSkips, haveAKindAPatternAndAReason) {
  const auto read = readAllowedSkips("# why\n\ntest  Some.*   of a reason\n");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read.front().kind, AllowedSkip::Kind::Test);
  EXPECT_EQ(read.front().pattern, "Some.*");
  EXPECT_EQ(read.front().reason, "of a reason");
  EXPECT_NONFATAL_FAILURE(static_cast<void>(readAllowedSkips("test Some.*\n")), "no entry");
}

}  // namespace
}  // namespace kernline::test
