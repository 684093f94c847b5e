// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/tables_of_trace.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using arrow::ArrowColumn;
using arrow::ArrowTable;
using arrow::TablesOfTrace;

std::string textAt(const ArrowColumn& column, std::size_t row) {
  if (column.isNull(row)) {
    return "NULL";
  }
  return column.integers() != nullptr ? fmt::format("{}", column.integers()[row])
         : column.reals() != nullptr  ? fmt::format("{}", column.reals()[row])
                                      : std::string(column.text(static_cast<std::size_t>(column.codes()[row])));
}

class TablesOf : public testing::TestWithParam<const char*> {};

TEST_P(TablesOf, haveTheValuesOfQueries) {
  TablesOfTrace tables(*load(fixture(GetParam())));
  for (const char* name : {"spans", "kernels"}) {
    const auto table = tables.table(name, {}, {});
    ASSERT_TRUE(table) << name;
    std::vector<std::string> columns;
    for (const ArrowColumn& column : table->columns) {
      if (name != std::string_view("spans") ||
          (column.schema().name != "flags" && column.schema().name != "launch_id")) {
        columns.push_back(column.schema().name);  // these two no query has
      }
    }
    const auto answer = tables.query(fmt::format("SELECT {} FROM {} ORDER BY id", fmt::join(columns, ", "), name), {});
    ASSERT_TRUE(answer) << answer.error().message.english();
    ASSERT_EQ(table->rows, answer->rows);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto one = tables.table(name, {columns[i]}, {});
      ASSERT_TRUE(one) << columns[i];
      if (columns[i] == "stream" && answer->columns[i].codes() != nullptr) {
        continue;  // a stream whose id is no number is a text in queries, and NULL in a column of integers
      }
      for (std::size_t row = 0; row < table->rows; ++row) {
        const std::string wanted = textAt(answer->columns[i], row);
        ASSERT_EQ(textAt(table->columns[i], row), wanted) << name << "." << columns[i] << " " << row;
        ASSERT_EQ(textAt(one->columns[0], row), wanted) << name << "." << columns[i] << " alone " << row;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, TablesOf,
                         testing::Values("h200-profiler-steps.json.gz", "torch-alexnet-a100.json.gz",
                                         "torch-cuda-event-sync.json.gz", "torch-merged-8-ranks.json.gz",
                                         "chrome-deep-nesting.json", "chrome-trivial.json"),
                         [](const auto& file) { return testName(file.param); });

TEST(TablesOfTrace, shareTimesWithTheTraceWhichLivesAsLong) {
  std::shared_ptr<const Trace> trace = *load(fixture("h200-profiler-steps.json.gz"));
  const std::weak_ptr<const Trace> watched = trace;
  const std::int64_t first = trace->starts()[0].ns;
  std::optional<TablesOfTrace> tables(std::move(trace));
  std::optional<ArrowTable> table(*tables->table("spans", {"start_ns", "duration_ns", "self_ns"}, {}));
  EXPECT_EQ(table->columns[0].integers(), &watched.lock()->starts()[0].ns);
  EXPECT_EQ(table->columns[1].integers(), &watched.lock()->durations()[0].ns);
  tables.reset();
  ASSERT_FALSE(watched.expired());
  EXPECT_EQ(table->columns[0].integers()[0], first);
  table.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(TablesOfTrace, endWhereTheyAreStopped) {
  TablesOfTrace tables(*load(fixture("h200-profiler-steps.json.gz")));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(tables.table("spans", {}, stop.get_token()));
  EXPECT_FALSE(tables.table("collectives", {}, stop.get_token()));
  EXPECT_TRUE(tables.table("spans", {}, {}));
}

}  // namespace
}  // namespace kernline::test
