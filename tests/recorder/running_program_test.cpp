// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/running_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace kernline::recorder {
namespace {

using testing::HasSubstr;

TEST(RunningProgram, cannotBeRecordedUnlessItWasStartedArmed) {
  const std::string why = whyNotRecordable(::getpid());
  EXPECT_THAT(why, HasSubstr("only at a program's start; start it anew with kernline record --arm -- "));
  EXPECT_THAT(why, HasSubstr("kernline_recorder_tests"));
  EXPECT_THAT(whyNotRecordable(1 << 30), HasSubstr("there is no process"));
}

}  // namespace
}  // namespace kernline::recorder
