// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

void addFixture(const TemporaryFolder& folder, const std::string& name, const std::string& from) {
  folder.add(name, readFile(fixture(from)));
}

TEST(ExperimentAnswer, saysWhatBelongsTogetherAndWhy) {
  const TemporaryFolder folder;
  addFixture(folder, "ring_rank0.json.gz", "h200-ring-rank0.json.gz");
  addFixture(folder, "ring_rank1.json.gz", "h200-ring-rank1.json.gz");
  folder.add("train.log", "Config: batch_size=8\nTime: 3.5 ms\nMemory: 12 MB\n");
  folder.add("script.py", "import torch\nprint(3)\n");
  const auto answer = answerOf({"summary", folder.path(), "--json"});
  ASSERT_EQ(answer["schema"], "kernline-experiment-1");
  ASSERT_EQ(answer["groups"].size(), 1U);
  const auto& group = answer["groups"][0];
  EXPECT_EQ(group["runs"][0]["ranks"], (std::vector<int>{0, 1}));
  EXPECT_EQ(group["runs"][0]["path"], folder / "ring_rank#.json.gz");
  EXPECT_EQ(group["files"][1]["reason"], "rank");
  EXPECT_EQ(group["files"][2]["kind"], "log");
  EXPECT_TRUE(group["files"][2]["is_guess"]);
  EXPECT_GT(group["files"][0]["spans"], 100);
  EXPECT_THAT(answer["unread"][0]["reason"], says("looks-like-python-source"));
  const ProgramRun text = kernline({"summary", folder.path()});
  EXPECT_THAT(text.out, HasSubstr("3 files in 1 group"));
  EXPECT_THAT(text.out, mentions("only-run-here"));
  EXPECT_THAT(text.out, HasSubstr("Not read: 1 file"));
}

TEST(ExperimentAnswer, isNotGivenForRanksOfOneRun) {
  EXPECT_EQ(answerOf({"summary", fixture("ranks/grid"), "--json"})["schema"], "kernline-summary-2");
}

TEST(ExperimentAnswer, isOneDocument) {
  const TemporaryFolder folder;
  addFixture(folder, "a.json.gz", "h200-attention-original.json.gz");
  addFixture(folder, "b.log", "logs/attention-sweep.log");
  const ProgramRun both = kernline({"summary", folder.path(), fixture("h200-cuda-graph.json.gz"), "--json"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.out, "");
  EXPECT_THAT(both.err, HasSubstr("ask for it alone"));
}

TEST(ExperimentAnswer, comparesWhatCanBeCompared) {
  const TemporaryFolder folder;
  addFixture(folder, "after.json.gz", "h200-attention-optimised.json.gz");
  addFixture(folder, "before.json.gz", "h200-attention-original.json.gz");
  const ProgramRun runs = kernline({"compare", folder.path(), "--json"});
  EXPECT_EQ(runs.code, 0) << runs.err;
  EXPECT_THAT(runs.out, HasSubstr("kernline-compare-runs"));
  EXPECT_THAT(runs.err, HasSubstr("comparing " + (folder / "after.json.gz") + ", " + (folder / "before.json.gz")));
  addFixture(folder, "sweep.log", "logs/attention-sweep.log");
  const ProgramRun several = kernline({"compare", folder.path()});
  EXPECT_EQ(several.code, 1);
  EXPECT_THAT(several.err, mentions("folder-has-runs-and-logs", anyValue, "2", "1", "0", anyValue));
}

}  // namespace
}  // namespace kernline::test
