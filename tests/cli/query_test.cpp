// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::test {
namespace {

using testing::HasSubstr;

const std::string& steps() {
  static const std::string file = fixture("h200-profiler-steps.json.gz");
  return file;
}

TEST(Query, hasTheStepsOfTheSummary) {
  for (const std::string& file : {steps(), fixture("h200-cuda-graph.json.gz")}) {
    const nlohmann::json said = answerOf({"summary", "--json", file}).at("steps");
    const nlohmann::json queried =
        answerOf({"query", "--json", file, "SELECT name, source, start_ns, duration_ns FROM steps ORDER BY start_ns"})
            .at("rows");
    ASSERT_EQ(said.size(), queried.size());
    for (std::size_t i = 0; i < said.size(); ++i) {
      for (const char* key : {"name", "source", "start_ns", "duration_ns"}) {
        EXPECT_EQ(said[i][key], queried[i][key]) << key;
      }
    }
  }
}

TEST(Query, agreesWithTheStatisticsAboutKernels) {
  const nlohmann::json stats = answerOf({"stats", "--json", steps()}).at("rows");
  const nlohmann::json rows =
      answerOf({"query", "--json", steps(),
                "SELECT name, count(*) AS count, sum(duration_ns) AS total_ns, median(duration_ns) AS median, "
                "max(duration_ns) AS max_ns FROM kernels GROUP BY name ORDER BY total_ns DESC, name"})
          .at("rows");
  ASSERT_EQ(rows.size(), stats.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const char* key : {"name", "count", "total_ns", "max_ns"}) {
      EXPECT_EQ(rows[i].at(key), stats[i].at(key));
    }
    EXPECT_NEAR(rows[i].at("median").get<double>(), stats[i].at("median_ns").get<double>(), 0.5);
  }
}

TEST(Query, writesCsvWithEmptyCellsForNull) {
  const ProgramRun run = kernline({"query", "--csv", steps(), "SELECT 'a,b' AS x, NULL AS y, 1.5 AS z"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "x,y,z\n\"a,b\",,1.5\n");
}

TEST(Query, saysWhenTheLimitCutTheAnswer) {
  const ProgramRun text = kernline({"query", "--limit", "2", steps(), "SELECT id FROM spans"});
  EXPECT_THAT(text.out, HasSubstr("more than 2 rows"));
  const nlohmann::json cut = answerOf({"query", "--json", "--limit", "2", steps(), "SELECT id FROM spans"});
  EXPECT_EQ(cut.at("truncated"), true);
  EXPECT_EQ(cut.at("rows").size(), 2U);
  EXPECT_EQ(answerOf({"query", "--json", steps(), "SELECT id FROM spans LIMIT 2"}).at("truncated"), false);
}

TEST(Query, readsTheQueryFromStandardInput) {
  EXPECT_EQ(
      answerOf({"query", "--json", steps(), "-"}, {.input = "SELECT count(*) AS n FROM steps"}).at("rows")[0]["n"], 4);
}

TEST(Query, writesNothingForAQueryThatFails) {
  for (const char* query : {"SELECT nme FROM spans", "SELECT 1 FROM spans WHERE name REGEXP '('", "VACUUM"}) {
    const ProgramRun run = kernline({"query", "--json", steps(), query});
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST(Query, endsWith1WhereTheProfileIsOfNoUse) {
  const ProgramRun run = kernline({"query", "/nowhere/at/all.json", "SELECT 1"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("/nowhere/at/all.json"));
}

TEST(Query, listsItsTablesWithoutAProfile) {
  const nlohmann::json schema = answerOf({"query", "--tables", "--json"});
  const ProgramRun text = kernline({"query", "--tables"});
  EXPECT_EQ(text.code, 0);
  for (const nlohmann::json& table : schema.at("tables")) {
    EXPECT_THAT(text.out, HasSubstr(table.at("name").get<std::string>() + ": "));
    EXPECT_FALSE(table.at("columns").empty());
  }
}

}  // namespace
}  // namespace kernline::test
