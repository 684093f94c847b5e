// SPDX-License-Identifier: GPL-3.0-or-later
// A mixture of experts on three ranks: rank 2 gets 40 of 60 rows of everybody, so its experts take four times as long.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int stepsOfRank = 4;
constexpr double bytesOfRow = 4.0 * 1024;

TEST(ExpertRanks, sayWhoseExpertsGetMoreTokens) {
  const auto answer = answerOf({"ranks", fixture("ranks/experts"), "--json"});
  const auto& load = answer["expert_loads"][0];
  EXPECT_EQ(load["rank"], 2);
  EXPECT_EQ(load["count"], 2 * stepsOfRank);
  EXPECT_EQ(load["unknown"], 0);
  EXPECT_EQ(load["bytes"], 2 * stepsOfRank * 120 * bytesOfRow);
  EXPECT_EQ(load["mean_bytes"], 2 * stepsOfRank * 60 * bytesOfRow);
  EXPECT_EQ(load["times_mean"], 2);
  EXPECT_NEAR(load["max_sent_share"].get<double>(), 40 / 60.0, 1e-9);
  EXPECT_EQ(load["max_sent_to"], 2);
  const auto& straggler = answer["stragglers"][0];
  EXPECT_EQ(straggler["rank"], 2);
  EXPECT_EQ(straggler["experts"]["times"], stepsOfRank);
  EXPECT_EQ(straggler["because"][0]["name"], "expert_gemm");
  EXPECT_TRUE(answer["stragglers"][1]["experts"].is_null());
  const ProgramRun text = kernline({"ranks", fixture("ranks/experts")});
  EXPECT_THAT(text.out, HasSubstr("expert_gemm, after 2.00× the mean all-to-all bytes"));
  EXPECT_THAT(text.out, HasSubstr("expert load by all-to-alls, largest first"));
  EXPECT_THAT(text.out, HasSubstr("66.7 % to rank 2"));
  EXPECT_THAT(kernline({"ranks", fixture("ranks/ddp_straggler")}).out, Not(HasSubstr("expert load")));
}

TEST(ExpertRanks, sayTheSameAsDigests) {
  const TemporaryFolder digests;
  ASSERT_EQ(kernline({"digest", "-o", digests.path(), fixture("ranks/experts/rank0.json"),
                      fixture("ranks/experts/rank1.json"), fixture("ranks/experts/rank2.json")})
                .code,
            0);
  const auto ofTraces = answerOf({"ranks", fixture("ranks/experts"), "--json"});
  const auto ofDigests = answerOf({"ranks", digests.path(), "--json"});
  EXPECT_EQ(ofDigests["expert_loads"], ofTraces["expert_loads"]);
  EXPECT_EQ(ofDigests["stragglers"], ofTraces["stragglers"]);
  const ProgramRun csv = kernline({"ranks", digests.path(), "--csv", "--metric", "expert_load"});
  EXPECT_THAT(csv.out, HasSubstr("\n0,0.5,0.5,0.5,0.5\n1,0.5,0.5,0.5,0.5\n2,2,2,2,2\n"));
}

}  // namespace
}  // namespace kernline::test
