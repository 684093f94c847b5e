// SPDX-License-Identifier: GPL-3.0-or-later
// The list of phrases, by which tests compare messages (tests/support/says.h).
#include "tests/cli/program_run.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(Phrases, areThoseOfTheSources) {
  const ProgramRun check = kernline({KERNLINE_SOURCE_DIR "/.ci/phrases", "--check"}, {.program = "/usr/bin/python3"});
  EXPECT_EQ(check.code, 0) << check.err;
}

}  // namespace
}  // namespace kernline::test
