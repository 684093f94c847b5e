// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace kernline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A user's settings of their own, gone with the test.
class Families : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const before = std::getenv("XDG_CONFIG_HOME");
    m_before = before == nullptr ? "" : before;
    ::setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1);
  }
  void TearDown() override {
    m_before.empty() ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", m_before.c_str(), 1);
  }
  void write(const std::string& rules) { m_folder.add("kernline/families.txt", rules); }

  TemporaryFolder m_folder;
  std::string m_before;
};

TEST_F(Families, areListedAsAFileOfRulesWithTheUsersFirst) {
  EXPECT_THAT(kernline({"families"}).out, StartsWith("# NCCL and RCCL kernels"));
  write("My ring: SendRecv\n");
  const ProgramRun run = kernline({"families"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, StartsWith("# Your own rules, from "));
  EXPECT_THAT(run.out, HasSubstr("My ring: SendRecv\n\n# Built-in rules\n"));
}

TEST_F(Families, sayWhatEachRuleCatchesOfAProfile) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  const nlohmann::json before = answerOf({"families", "--json", path}).at("rules");
  write("My ring: sendrecv\n");
  const nlohmann::json rules = answerOf({"families", "--json", path}).at("rules");
  ASSERT_EQ(rules.size(), before.size() + 1);
  EXPECT_EQ(rules[0].at("origin"), "user");
  EXPECT_EQ(before[0].at("origin"), "built-in");
  EXPECT_GT(rules[0].at("kernels"), 0);
  EXPECT_EQ(rules[0].at("kernels").get<int>() + rules[1].at("kernels").get<int>(), before[0].at("kernels").get<int>());
  EXPECT_EQ(before.back().at("family"), "other");
  std::uint64_t all = 0;
  for (const nlohmann::json& rule : rules) {
    all += rule.at("kernels").get<std::uint64_t>();
  }
  EXPECT_EQ(all, answerOf({"stats", "--json", "--kind", "kernel", path}).at("files")[0].at("count"));
  EXPECT_THAT(kernline({"families", path}).out, HasSubstr("My ring"));
}

TEST_F(Families, reachTheFiguresOfOtherCommands) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  const auto communication = [&] {
    return answerOf({"summary", "--json", path}).at("devices")[0].at("communication_ns").get<std::int64_t>();
  };
  EXPECT_GT(communication(), 0);
  write("my own idea: nccl\n");
  EXPECT_EQ(communication(), 0);
}

TEST_F(Families, aFileWithAMistakeIsToldAndDoesNotBreakTheProgram) {
  write("attention: a\nfoo(\ncopy: b(\n");
  const ProgramRun run = kernline({"summary", fixture("h200-ring-rank0.json.gz")});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("families.txt:2: a rule needs a family and a pattern"));
  EXPECT_THAT(run.err, HasSubstr("families.txt:3: " + phrase("invalid-regular-expression", "b(", "missing )")));
}

}  // namespace
}  // namespace kernline::test
