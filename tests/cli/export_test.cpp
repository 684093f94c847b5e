// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace kernline::test {
namespace {

class Export : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::string file = fixture("h200-profiler-steps.json.gz");
};

TEST_F(Export, cutsATraceThatAnswersTheSameWithinTheRange) {
  const nlohmann::json step =
      answerOf({"query", "--json", file, "SELECT start_ns AS a, end_ns AS b FROM steps LIMIT 1 OFFSET 2"})
          .at("rows")[0];
  const std::string range = fmt::format("@{}..@{}", step.at("a").get<long>(), step.at("b").get<long>());
  const std::string part = folder / "part.json.gz";
  const ProgramRun run = kernline({"export", file, "--range", range, "-o", part});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, testing::HasSubstr("of 2096 spans"));
  for (const char* by : {"name", "op", "stream"}) {
    const auto rows = [&](const std::string& of) {
      return answerOf({"stats", "--json", "--kind", "kernel", "--by", by, "--range", range, of}).at("rows");
    };
    EXPECT_EQ(rows(part), rows(file)) << by;
    EXPECT_FALSE(rows(part).empty());
  }
}

/// Checks a file with a reader that shares no code with Kernline: chrome_trace_rules.py.
ProgramRun checkRules(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"python3", KERNLINE_SOURCE_DIR "/tests/cli/chrome_trace_rules.py"});
  return kernline(arguments, {.program = "/usr/bin/env"});
}

class CutPart : public testing::TestWithParam<const char*> {};

TEST_P(CutPart, keepsTheRulesOfTheFormatAndAllThatTheRangeTouches) {
  const std::string file = fixture(GetParam());
  const nlohmann::json bounds =
      answerOf({"query", "--json", file, "SELECT min(start_ns) AS a, max(end_ns) AS b FROM spans"}).at("rows")[0];
  const auto begin = bounds.at("a").get<std::int64_t>();
  const std::int64_t length = bounds.at("b").get<std::int64_t>() - begin;
  const std::string part =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-part-{}.json", ::getpid())).string();
  const auto from = std::to_string(begin + length * 2 / 5);
  const auto to = std::to_string(begin + length * 3 / 5);
  const ProgramRun cut = kernline({"export", file, "--range", fmt::format("@{}..@{}", from, to), "-o", part});
  EXPECT_EQ(cut.code, 0) << cut.err;
  const ProgramRun good = checkRules({part, "--part-of", file, from, to});
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  const ProgramRun other = checkRules({part, "--part-of", file, std::to_string(begin), std::to_string(begin + length)});
  EXPECT_EQ(other.code, 1) << "of the whole it is no whole part: " << other.out;
  std::filesystem::remove(part);
}

INSTANTIATE_TEST_SUITE_P(Export, CutPart,
                         testing::Values("h200-profiler-steps.json.gz", "h200-cuda-graph.json.gz", "h200-jax.json.gz",
                                         "h200-ring-rank0.json.gz", "torch-alexnet-a100.json.gz",
                                         "torch-rocm-vllm-graph.json.gz", "viztracer-logging.json",
                                         "clang-14-time-trace.json"),
                         [](const auto& each) { return testName(each.param); });

TEST_F(Export, writesADatabase) {
  const std::string database = folder / "model.sqlite";
  const ProgramRun run = kernline({"export", file, "-o", database});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(readFile(database).starts_with("SQLite format 3"));
  EXPECT_EQ(kernline({"export", file, "-o", database}).code, 0) << "replaces it";
}

TEST_F(Export, endsWith1WhereItCannotWrite) {
  const ProgramRun run = kernline({"export", file, "-o", "/nowhere/at/all.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, testing::HasSubstr("/nowhere/at/all.json"));
}

TEST(Markdown, hasTheColumnsOfCsv) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const ProgramRun csv = kernline({"stats", "--csv", "--limit", "3", file});
  const ProgramRun markdown = kernline({"stats", "--markdown", "--limit", "3", file});
  EXPECT_EQ(markdown.code, 0);
  EXPECT_TRUE(markdown.out.starts_with("| name | category | count | total\\_ns |")) << markdown.out.substr(0, 100);
  EXPECT_EQ(std::ranges::count(markdown.out, '\n'), std::ranges::count(csv.out, '\n') + 1);
  EXPECT_EQ(kernline({"query", "--markdown", file, "SELECT 'a|b' AS x, 1 AS y"}).out,
            "| x | y |\n| --- | ---: |\n| a\\|b | 1 |\n");
}

}  // namespace
}  // namespace kernline::test
