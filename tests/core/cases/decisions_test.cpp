// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cases/decisions.h"

#include "tests/core/cases/peer_cases.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(Decisions, areAllWrittenDown) {
  const std::string document = readFile(KERNLINE_SOURCE_DIR "/tests/core/cases/DECISIONS.md");
  for (const Decision& decision : decisions) {
    EXPECT_THAT(document, testing::HasSubstr(std::string(decision.id)));
    EXPECT_THAT(document, testing::HasSubstr("| " + std::string(decision.suite) + " |"));
    EXPECT_FALSE(decision.why.empty());
  }
}

TEST(Collection, holdsTheCasesThatWereWritten) {
  EXPECT_EQ(peerCases("catapult_importer").size(), 116U);
  EXPECT_EQ(peerCases("perfetto_json").size(), 30U);
  EXPECT_EQ(peerCases("speedscope").size(), 29U);
  EXPECT_EQ(peerCases("firefox").size(), 4U);
  EXPECT_EQ(peerCases("kineto_tb").size(), 24U);
  EXPECT_EQ(peerCases("hta").size(), 5U);
  EXPECT_EQ(peerCases("tracelens", "file").size(), 7U);
  EXPECT_EQ(peerCases("nasty", "file").size(), 27U);
}

}  // namespace
}  // namespace kernline::test
