// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(PullRequests, haveOneCommentThatSaysWhatChanged) {
  const ProgramRun run =
      kernline({KERNLINE_SOURCE_DIR "/tests/cli/pull_requests.py", KERNLINE_SOURCE_DIR, KERNLINE_PROGRAM},
               {.program = "/usr/bin/python3"});
  EXPECT_EQ(run.out, "ok\n") << run.err;
}

}  // namespace
}  // namespace kernline::test
