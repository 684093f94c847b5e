// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/output/sql/answers.h"
#include "tests/support/says.h"
#include "tests/support/trace_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace kernline::test {
namespace {

using sql::QueryError;
using testing::HasSubstr;

class QueryLimits : public testing::Test {
 protected:
  sql::Database database{sketch("gpu 0/7: a 0+10\ngpu 0/7: b 20+10\ngpu 0/7: c 40+10")};
};

TEST_F(QueryLimits, refusesEverythingButReading) {
  for (const char* query : {"INSERT INTO spans(name) VALUES ('x')",
                            "UPDATE spans SET name = 'x'",
                            "DELETE FROM spans",
                            "CREATE TABLE t(a)",
                            "CREATE TEMP VIEW v AS SELECT 1",
                            "CREATE VIRTUAL TABLE t USING spans",
                            "DROP TABLE spans",
                            "ATTACH '/tmp/other.sqlite' AS other",
                            "DETACH main",
                            "PRAGMA user_version = 3",
                            "PRAGMA database_list",
                            "SELECT * FROM pragma_database_list",
                            "BEGIN",
                            "COMMIT",
                            "SAVEPOINT s",
                            "VACUUM",
                            "VACUUM INTO '/tmp/out'",
                            "ANALYZE",

                            "SELECT load_extension('x')",
                            "SELECT name FROM spans UNION SELECT load_extension('x')"}) {
    const Answer answer = ask(database, query);
    EXPECT_NE(answer.error.message.english(), "") << query;
    EXPECT_TRUE(answer.rows.empty()) << query;
  }
  EXPECT_EQ(ask(database, "ATTACH 'x' AS y").error.kind, QueryError::Kind::Refused);
  for (const char* query : {"DELETE FROM spans", "UPDATE spans SET name = 'x'", "DROP TABLE spans"}) {
    const QueryError error = ask(database, query).error;
    EXPECT_EQ(error.kind, QueryError::Kind::Refused) << query;
    EXPECT_THAT(error.message, mentions("query-not-allowed", anyValue)) << query;
  }
  EXPECT_EQ(ask(database, "SELECT count(*) FROM spans").value(), "3");
}

TEST_F(QueryLimits, refusesBytesAndNamesTheirColumn) {
  EXPECT_THAT(ask(database, "SELECT 1 AS n, x'ff00fe' AS w").error.message, says("column-is-blob", "w"));
  EXPECT_EQ(ask(database, "SELECT hex(x'ff00fe') AS w").value(), "FF00FE");
}

TEST_F(QueryLimits, runsOneStatementAlone) {
  EXPECT_THAT(ask(database, "SELECT 1; SELECT 2").error.message, mentions("more-than-one-statement"));
  EXPECT_THAT(ask(database, "  ").error.message.english(), HasSubstr("empty"));
  EXPECT_EQ(ask(database, "SELECT 1; -- done\n ;").value(), "1");
}

TEST_F(QueryLimits, cutsAtTheRowLimitAndSaysSo) {
  const Answer two = ask(database, "SELECT name FROM spans", 2);
  EXPECT_EQ(two.rows.size(), 2U);
  EXPECT_TRUE(two.hasMore);
  EXPECT_FALSE(ask(database, "SELECT name FROM spans", 3).hasMore);
}

TEST_F(QueryLimits, readsJsonWithTheFunctionsOfSqlite) {
  EXPECT_EQ(ask(database, "SELECT sum(value) FROM json_each('[1,2,4]')").value(), "7");
  EXPECT_EQ(ask(database, "SELECT count(*) FROM spans, json_tree('{\"a\":[1]}')").value(), "9");
  EXPECT_EQ(ask(database, "DELETE FROM json_each").error.kind, QueryError::Kind::Refused);
}

TEST_F(QueryLimits, endsWhereItsMemoryDoesAndGoesOn) {
  const std::string numbers =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT ";
  database.limitMemory(1);  // leaves only the minimum
  for (const char* what : {"length(group_concat(i)) FROM n", "median(i) FROM n", "count(DISTINCT i) FROM n",
                           "stddev(i) FROM n", "i FROM n ORDER BY -i"}) {
    EXPECT_EQ(ask(database, numbers + what).error.kind, QueryError::Kind::OutOfMemory) << what;
    EXPECT_EQ(ask(database, "SELECT count(*) FROM spans").value(), "3");
  }
  database.limitMemory(0);
  EXPECT_EQ(ask(database, numbers + "median(i) FROM n").value(), "500000.5");
  EXPECT_EQ(ask(database, numbers + "round(stddev(i)) FROM n").value(), "288675");
}

TEST_F(QueryLimits, stopsWhenAsked) {
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    source.request_stop();
  });
  const Answer answer =
      ask(database, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", 0,
          source.get_token());
  EXPECT_EQ(answer.error.kind, QueryError::Kind::Canceled);
  EXPECT_EQ(ask(database, "SELECT count(*) FROM spans").value(), "3");
}

TEST_F(QueryLimits, saysWhereAQueryIsWrongAndWhatThereIsInstead) {
  const Answer column = ask(database, "SELECT\n  nme FROM spans");
  EXPECT_THAT(column.error.message.english(), testing::StartsWith("Line 2, column 3: no column \"nme\"."));
  EXPECT_THAT(column.error.message, mentions("did-you-mean", "name"));
  EXPECT_THAT(column.error.message.english(), HasSubstr("duration_ns"));
  EXPECT_EQ(column.error.offset, 9U);
  const Answer table = ask(database, "SELECT * FROM kernal");
  EXPECT_THAT(table.error.message, mentions("did-you-mean", "kernels"));
  EXPECT_EQ(table.error.offset, 14U);
  EXPECT_THAT(ask(database, "SELECT shortname(name) FROM spans").error.message, mentions("did-you-mean", "short_name"));
  EXPECT_THAT(ask(database, "SELECT FROM spans").error.message, mentions("syntax-error-near", "FROM"));
  EXPECT_THAT(ask(database, "SELECT 1 FROM spans WHERE name REGEXP '('").error.message.english(),
              HasSubstr("not a valid regular expression"));
  EXPECT_THAT(ask(database, "SELECT 'é' AS x, nme FROM spans").error.message.english(), HasSubstr("Column 18: "));
}

}  // namespace
}  // namespace kernline::test
