// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace kernline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A user's settings of their own, gone with the test.
class OwnWorkRules : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const before = std::getenv("XDG_CONFIG_HOME");
    m_before = before == nullptr ? "" : before;
    ::setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1);
  }
  void TearDown() override {
    m_before.empty() ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", m_before.c_str(), 1);
  }

  TemporaryFolder m_folder;
  std::string m_before;
};

TEST_F(OwnWorkRules, areListedBeforeThoseOfTheProgram) {
  EXPECT_THAT(kernline({"work-rules"}).out, StartsWith("# Built-in rules\naten::mm"));
  m_folder.add("kernline/work.txt", "my::op(a): writes bytes(a)\n");
  const ProgramRun run = kernline({"work-rules"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, StartsWith("# Your own rules, from "));
  EXPECT_THAT(run.out, HasSubstr("my::op(a): writes bytes(a)\n\n# Built-in rules\naten::mm"));
}

TEST_F(OwnWorkRules, decideWhatWorkSays) {
  const std::string path = fixture("h200-profiler-steps.json.gz");
  const auto flopsOfProducts = [&] {
    const nlohmann::json answer = answerOf({"work", "--json", "--by", "op", path});
    double flops = 0;
    for (const nlohmann::json& row : answer.at("rows")) {
      flops += row.at("operator") == "aten::addmm" ? row.at("flops").get<double>() : 0;
    }
    return flops;
  };
  EXPECT_GT(flopsOfProducts(), 3);
  const nlohmann::json before = answerOf({"work-rules", "--json", path}).at("rules");
  m_folder.add("kernline/work.txt", "aten::addmm(c): flops 3; writes 0\n");
  m_folder.add("kernline/devices.txt", "H200: memory 4.3; measured\n");
  EXPECT_EQ(flopsOfProducts(), 3);
  const nlohmann::json rules = answerOf({"work-rules", "--json", path}).at("rules");
  ASSERT_EQ(rules.size(), before.size() + 1);
  EXPECT_EQ(rules[0].at("origin"), "user");
  EXPECT_GT(rules[0].at("calls"), 0);
  EXPECT_EQ(rules[0].at("operators"), nlohmann::json({"aten::addmm"}));
  EXPECT_THAT(kernline({"work", path}).out, HasSubstr("(measured; others: NVIDIA H200 datasheet)"));
}

TEST_F(OwnWorkRules, nameKernelsThatOnlyHelpOthers) {
  m_folder.add("kernline/work.txt", "helpers: my_reduce*\n");
  EXPECT_THAT(kernline({"work-rules"}).out, HasSubstr("work.txt\nhelpers: my_reduce*\n\n# Built-in rules\naten::mm"));
  const nlohmann::json helpers = answerOf({"work-rules", "--json"}).at("helpers");
  ASSERT_GT(helpers.size(), 1U);
  EXPECT_EQ(helpers[0], nlohmann::json({{"rule", "helpers: my_reduce*"}, {"line", 1}, {"origin", "user"}}));
  EXPECT_EQ(helpers[1].at("origin"), "built-in");
}

TEST_F(OwnWorkRules, withAMistakeAreToldAndSteppedOver) {
  m_folder.add("kernline/work.txt", "my::op(a): writes bytes(a)\nmy::other(a): writes bytes(b)\n");
  m_folder.add("kernline/devices.txt", "H200: bf16 3\n");
  const ProgramRun run = kernline({"work-rules"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("work.txt:2: " + phrase("neither-argument-nor-dimension", "b") + "."));
  EXPECT_THAT(run.err, HasSubstr("devices.txt:1: " + phrase("memory-is-missing") + "."));
  EXPECT_THAT(run.out, HasSubstr("my::op"));
}

TEST(Work, saysWhereARooflineIsOfSomeCallsAlone) {
  const std::string sample = KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz";
  constexpr const char* note = "\n  * of the calls that have a roofline; copies from and to the host have none\n";
  const std::string byOp = kernline({"work", sample, "--by", "op"}).out;
  EXPECT_THAT(byOp, HasSubstr("17.8 %*"));
  EXPECT_THAT(byOp, HasSubstr(note));
  EXPECT_THAT(kernline({"work", sample}).out, Not(HasSubstr("*"))) << "copies from the host have rows of their own";
  const nlohmann::json answer = answerOf({"work", sample, "--by", "op", "--json"});
  for (const nlohmann::json& row : answer.at("rows")) {
    if (row.at("operator") == "aten::copy_") {
      EXPECT_EQ(row.at("modelled_ns"), 52'961);
      EXPECT_EQ(row.at("roofline_kernel_ns"), 4'897);
    }
  }
}

TEST(Work, tellsKernelsApart) {
  const std::string sample = KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz";
  const std::string text = kernline({"work", sample, "--by", "kernel"}).out;
  EXPECT_THAT(text, HasSubstr("stage3 ‹split›\n"));
}

}  // namespace
}  // namespace kernline::test
