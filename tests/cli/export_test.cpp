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
  ~Export() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder = [] {
    auto path = std::filesystem::temp_directory_path() / fmt::format("kernline-export-{}", ::getpid());
    std::filesystem::create_directories(path);
    return path;
  }();
  std::string file = fixture("h200-profiler-steps.json.gz");
};

TEST_F(Export, cutsATraceThatAnswersTheSameWithinTheRange) {
  const nlohmann::json step =
      answerOf({"query", "--json", file, "SELECT start_ns AS a, end_ns AS b FROM steps LIMIT 1 OFFSET 2"})
          .at("rows")[0];
  const std::string range = fmt::format("@{}..@{}", step.at("a").get<long>(), step.at("b").get<long>());
  const std::string part = (folder / "part.json.gz").string();
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

TEST_F(Export, writesADatabase) {
  const std::string database = (folder / "model.sqlite").string();
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
