// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of several processes in one file, and rows that repeat others.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace kernline::test {
namespace {

/// Two ranks merged into one file: each has steps of the same names.
constexpr const char* twoRanks = R"({"traceEvents": [
  {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "RANK 0 - python"}},
  {"ph": "M", "name": "process_name", "pid": 2, "args": {"name": "RANK 1 - python"}},
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 2, "tid": 1, "ts": 5, "dur": 120},
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#2", "pid": 1, "tid": 1, "ts": 100, "dur": 100}]})";

TEST(StepsOfSeveralProcesses, sayWhoseTheyAre) {
  const nlohmann::json steps = answerOf({"summary", "--json", "-"}, {.input = twoRanks}).at("steps");
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].at("rank"), 0);
  EXPECT_EQ(steps[1].at("rank"), 1);
  EXPECT_NE(steps[0].at("process"), steps[1].at("process"));
  const std::string text = kernline({"summary", "-"}, {.input = twoRanks}).out;
  EXPECT_THAT(text, testing::ContainsRegex("process +step +start"));
  EXPECT_THAT(text, testing::ContainsRegex("  RANK 1[^\n]*ProfilerStep#1"));
}

TEST(StepsOfOneProcess, needNoColumnForIt) {
  const std::string text = kernline({"summary", fixture("h200-profiler-steps.json.gz")}).out;
  EXPECT_THAT(text, testing::ContainsRegex("\n  step +start"));
}

TEST(RepeatedRows, areLeftOutOfSumsAndTheAnswerSaysSo) {
  const std::string file = fixture("clang-14-time-trace.json");
  const nlohmann::json stats = answerOf({"stats", "--json", "--kind", "all", "--limit", "0", file});
  for (const nlohmann::json& row : stats.at("rows")) {
    EXPECT_FALSE(row.at("name").get<std::string>().starts_with("Total ")) << row;
  }
  EXPECT_GT(stats.at("files")[0].at("repeated"), 0);
  EXPECT_THAT(kernline({"stats", "--kind", "all", file}).out, testing::HasSubstr("left out: "));
  const nlohmann::json tree = answerOf({"calltree", "--json", "--depth", "1", file});
  EXPECT_GT(tree.at("repeated_rows"), 0);
  EXPECT_THAT(kernline({"calltree", file}).out, testing::HasSubstr("duplicate row"));
}

}  // namespace
}  // namespace kernline::test
