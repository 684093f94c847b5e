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

}  // namespace
}  // namespace kernline::test
