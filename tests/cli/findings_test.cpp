// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(Findings, ofASummarySayWhatIsDoubtfulAndWhere) {
  const nlohmann::json summary = answerOf({"summary", "--json", fixture("damage/negative-launch-latency.json")});
  ASSERT_EQ(summary.at("findings").size(), 1U);
  const nlohmann::json& finding = summary.at("findings").at(0);
  EXPECT_EQ(finding.at("kind"), "negative_launch_latency");
  EXPECT_EQ(finding.at("severity"), "caution");
  EXPECT_EQ(finding.at("count"), 1);
  EXPECT_FALSE(finding.at("description").get<std::string>().empty());
  EXPECT_FALSE(finding.at("meaning").get<std::string>().empty());
  EXPECT_THAT(finding.at("touches").get<std::vector<std::string>>(), testing::Contains("launch latency"));
  EXPECT_EQ(finding.at("spans").at(0).at("name"), "bad");
  EXPECT_EQ(finding.at("spans").at(0).at("start_ns"), 40'000);
  EXPECT_EQ(finding.at("offset"), summary.at("issues").at(0).at("offset"));
}

TEST(Findings, areAShortSectionOfTheText) {
  const ProgramRun run = kernline({"summary", fixture("damage/negative-launch-latency.json")});
  EXPECT_THAT(run.out, testing::HasSubstr("Data issues"));
  EXPECT_THAT(run.out, testing::HasSubstr("caution"));
  EXPECT_THAT(run.out, testing::HasSubstr("Affected figures: idle causes, launch latency, queue depth"));
}

}  // namespace
}  // namespace kernline::test
