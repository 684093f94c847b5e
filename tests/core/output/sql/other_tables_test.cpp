// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "core/output/sql/schema.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/core/output/sql/answers.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

std::string numberText(auto number) {
  return fmt::format("{}", number);
}

TEST(ModelTables, haveAsManyRowsAsTheTraceHas) {
  for (const char* name : {"h200-profiler-steps.json.gz", "torch-merged-8-ranks.json.gz", "torch-h100-docs-after.json",
                           "chrome-flows.json.gz", "viztracer-args.json"}) {
    const auto trace = load(fixture(name));
    ASSERT_TRUE(trace);
    sql::Database database{*trace};
    const auto rowsOf = [&](const char* table) {
      return ask(database, fmt::format("SELECT count(*) FROM {}", table)).value();
    };
    EXPECT_EQ(rowsOf("spans"), numberText((*trace)->spanCount()));
    EXPECT_EQ(rowsOf("launches"), numberText((*trace)->launches().size()));
    EXPECT_EQ(rowsOf("flows"), numberText((*trace)->flows().size()));
    EXPECT_EQ(rowsOf("steps"), numberText(foundSteps(**trace).value().steps.size()));
    EXPECT_EQ(rowsOf("counters"), numberText((*trace)->counterSampleCount()));
    EXPECT_EQ(rowsOf("instants"), numberText((*trace)->instants().size()));
    EXPECT_EQ(rowsOf("memory"), numberText((*trace)->memoryEvents().size()));
    EXPECT_EQ(rowsOf("tracks"), numberText((*trace)->tracks().size()));
    EXPECT_EQ(rowsOf("issues"), numberText((*trace)->report().kinds().size()));
  }
}

TEST(ModelTables, answerEveryColumnTheyDocument) {
  const auto trace = load(fixture("h200-profiler-steps.json.gz"));
  ASSERT_TRUE(trace);
  sql::Database database{*trace};
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    for (const sql::Column& column : table.columns) {
      const Answer answer = ask(database, fmt::format("SELECT {} FROM {} LIMIT 50", column.name, table.name));
      EXPECT_EQ(answer.error.message.english(), "") << table.name << '.' << column.name;
      EXPECT_FALSE(column.description.empty());
    }
  }
}

TEST(ModelTables, listStepsThatAreFoundWhereNoneAreRecorded) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("train_step", i * 1000, i * 1000 + 500);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 700);
  }
  sql::Database database{loop.build()};
  EXPECT_EQ(ask(database, "SELECT name, number, source, start_ns, duration_ns, span_id IS NULL FROM steps").rows,
            (Rows{{"train_step", "0", "annotation", "0", "700", "0"},
                  {"train_step", "1", "annotation", "1000", "700", "0"},
                  {"train_step", "2", "annotation", "2000", "700", "0"}}));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM kernels WHERE step = 'train_step'").value(), "3");
}

TEST(ModelTables, giveStepsThatNoAnnotationSaysNoSpan) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 700, "first");
    loop.kernel(i * 1000 + 30, i * 1000 + 700, i * 1000 + 800, "second");
  }
  sql::Database database{loop.build()};
  EXPECT_EQ(ask(database, "SELECT DISTINCT name, source, span_id IS NULL FROM steps").rows,
            (Rows{{"first", "rounds", "1"}}));
}

TEST(ModelTables, giveCounterAfterCounter) {
  sql::Database database{sketch(R"(ns
    counter cpu 1: one 1.5@10 2.5@20
    counter cpu 1: two 7@15)")};
  EXPECT_EQ(ask(database, "SELECT name, time_ns, value FROM counters").rows,
            (Rows{{"one", "10", "1.5"}, {"one", "20", "2.5"}, {"two", "15", "7"}}));
  EXPECT_EQ(ask(database, "SELECT max(value) FROM counters WHERE name = 'two'").value(), "7");
}

TEST(ModelTables, findLinksFromBothEnds) {
  const auto expectSame = [](const char* file, const std::vector<const char*>& queries) {
    const auto trace = load(fixture(file));
    ASSERT_TRUE(trace);
    sql::Database database{*trace};
    for (const char* query : queries) {
      const std::string found = ask(database, fmt::format(fmt::runtime(query), "")).value();
      EXPECT_EQ(found, ask(database, fmt::format(fmt::runtime(query), "+")).value()) << query;
      EXPECT_NE(found, "0") << query;
    }
  };
  expectSame("h200-profiler-steps.json.gz",
             {"SELECT count(*) FROM launches l WHERE {0}l.call_id = (SELECT max(call_id) FROM launches)",
              "SELECT count(*) FROM launches l WHERE {0}l.work_id = (SELECT max(work_id) FROM launches)"});
  expectSame("chrome-flows.json.gz",
             {"SELECT count(*) FROM flows f WHERE {0}f.from_id = (SELECT max(from_id) FROM flows)",
              "SELECT count(*) FROM flows f WHERE {0}f.to_id = (SELECT max(to_id) FROM flows)"});
}

TEST(QueryFunctions, computeWhatTheyPromise) {
  sql::Database database{sketch("")};
  const char* values = "(SELECT 4 AS x UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT NULL UNION ALL SELECT 3)";
  const auto aggregate = [&](const char* call) {
    return ask(database, fmt::format("SELECT {} FROM {}", call, values)).value();
  };
  EXPECT_EQ(aggregate("median(x)"), "2.5");
  EXPECT_EQ(aggregate("percentile(x, 0)"), "1");
  EXPECT_EQ(aggregate("percentile(x, 100)"), "4");
  EXPECT_EQ(aggregate("percentile(x, 50)"), "2.5");
  EXPECT_EQ(aggregate("round(stddev(x), 6)"), "1.290994");
  EXPECT_EQ(ask(database, "SELECT median(x) FROM (SELECT 1 AS x) WHERE x > 5").value(), "NULL");
  EXPECT_EQ(ask(database, "SELECT stddev(1)").value(), "NULL");
  EXPECT_NE(ask(database, "SELECT percentile(1, 101)").error.message.english(), "");
  EXPECT_EQ(ask(database, "SELECT ms(1500000)").value(), "1.5");
  EXPECT_EQ(ask(database, "SELECT us(1500)").value(), "1.5");
  EXPECT_EQ(ask(database, "SELECT ms(NULL)").value(), "NULL");
  EXPECT_EQ(ask(database, "SELECT short_name('void at::native::thing<float>(int)')").value(), "thing<float>");
  EXPECT_EQ(ask(database, "SELECT family('ncclDevKernel_AllReduce')").value(), "communication");
  EXPECT_EQ(ask(database, "SELECT 'cutlass_gemm' REGEXP 'g.mm$'").value(), "1");
  EXPECT_EQ(ask(database, "SELECT arg(99, 'x')").value(), "NULL");
}

}  // namespace
}  // namespace kernline::test
