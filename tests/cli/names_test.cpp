// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* mangledKernel = R"([{"ph": "X", "cat": "kernel", "name": "_Z10vector_addPKfS0_Pf", "pid": 0,
"tid": 7, "ts": 20, "dur": 10, "args": {"device": 0, "stream": 7}}])";

TEST(Names, areShortForPeopleAndRawForProgramsUnlessAskedOtherwise) {
  const TemporaryFile file{mangledKernel};
  const auto nameInJson = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"stats", "--json", file.path()});
    return answerOf(arguments).at("rows")[0].at("name").get<std::string>();
  };
  EXPECT_EQ(nameInJson({}), "_Z10vector_addPKfS0_Pf");
  EXPECT_EQ(nameInJson({"--names", "short"}), "vector_add");
  EXPECT_EQ(nameInJson({"--names", "demangled"}), "vector_add(float const*, float const*, float*)");
  const std::string text = kernline({"stats", file.path()}).out;
  EXPECT_THAT(text, HasSubstr("  vector_add\n"));
  EXPECT_THAT(text, Not(HasSubstr("_Z10")));
  EXPECT_THAT(kernline({"stats", file.path(), "--full-names"}).out, HasSubstr("_Z10vector_addPKfS0_Pf\n"));
  EXPECT_THAT(kernline({"stats", file.path(), "--names", "raw", "--csv"}).out, HasSubstr("\n_Z10vector_add"));
  EXPECT_EQ(kernline({"stats", file.path(), "--names", "long"}).code, 2);
}

}  // namespace
}  // namespace kernline::test
