// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(IssueCollector, ofASummarySayWhatIsDoubtfulAndWhere) {
  const nlohmann::json summary = answerOf({"summary", "--json", fixture("damage/negative-launch-latency.json")});
  ASSERT_EQ(summary.at("findings").size(), 1U);
  const nlohmann::json& issue = summary.at("findings").at(0);
  EXPECT_EQ(issue.at("kind"), "negative_launch_latency");
  EXPECT_EQ(issue.at("severity"), "caution");
  EXPECT_EQ(issue.at("count"), 1);
  EXPECT_FALSE(issue.at("description").get<std::string>().empty());
  EXPECT_FALSE(issue.at("meaning").get<std::string>().empty());
  EXPECT_THAT(issue.at("touches").get<std::vector<std::string>>(), testing::Contains("launch latency"));
  EXPECT_EQ(issue.at("spans").at(0).at("name"), "bad");
  EXPECT_EQ(issue.at("spans").at(0).at("start_ns"), 40'000);
  EXPECT_EQ(issue.at("offset"), summary.at("issues").at(0).at("offset"));
}

TEST(IssueCollector, areAShortSectionOfTheText) {
  const ProgramRun run = kernline({"summary", fixture("damage/negative-launch-latency.json")});
  EXPECT_THAT(run.out, testing::HasSubstr("Data issues"));
  EXPECT_THAT(run.out, testing::HasSubstr("caution"));
  EXPECT_THAT(run.out, testing::HasSubstr("Affected figures: idle causes, launch latency, queue depth"));
}

TEST(IssueCollector, namesKernelsShortAndCutsNoSentence) {
  const TemporaryFile file(R"json([
{"ph":"X","cat":"kernel","name":"void at::native::fill<float, 4>(float*, int)","pid":0,"tid":7,"ts":10,"dur":0},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":5}])json");
  const std::string text = kernline({"summary", file.path()}).out;
  EXPECT_THAT(text, testing::HasSubstr("kernels with duration 0"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("void at::native::fill")));
}

}  // namespace
}  // namespace kernline::test
