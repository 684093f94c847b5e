// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/parquet_folder.h"

#include "core/analysis/communication/collective_call.h"
#include "core/model/trace/trace_builder.h"
#include "tests/core/output/sql/answers.h"
#include "tests/support/open_file.h"
#include "tests/support/parquet_table.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;
using parquet::Codec;

const std::vector<std::string> parquetTables{"spans",       "kernels", "operators", "launches",
                                             "collectives", "steps",   "counters",  "memory"};

std::shared_ptr<const Trace> traceOf(const std::string& name) {
  auto loaded = load(fixture(name));
  EXPECT_TRUE(loaded) << name;
  return *loaded;
}

/// Columns that only who makes a trace of the files asks for.
const std::map<std::string, std::vector<std::string>> reopeningColumns{
    {"spans", {"launch_id", "flags"}},
    {"counters", {"counter_id"}},
    {"memory", {"track_id", "device_type", "source_offset"}}};

/// A table without them: they come last.
ParquetTable withoutReopening(const std::string& name, ParquetTable table) {
  const auto extra = reopeningColumns.find(name);
  const std::size_t count = extra == reopeningColumns.end() ? 0 : extra->second.size();
  const std::size_t kept = table.columns.size() - count;
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(table.columns[kept + i], extra->second[i]);
  }
  table.columns.resize(kept);
  for (std::vector<std::string>& row : table.rows) {
    row.resize(kept);
  }
  return table;
}

/// Returns the query's answer on the rows that a file holds, in its order.
std::string queryOf(const std::string& table, const ParquetTable& file, const std::string& where) {
  const std::string columns = fmt::format("{}", fmt::join(file.columns, ", "));
  if (table == "spans" || table == "kernels") {
    return fmt::format("SELECT {} FROM {} WHERE {} ORDER BY start_ns, id", columns, table, where);
  }
  if (table == "operators") {
    const std::string shared = fmt::format("{}", fmt::join(file.columns.begin(), file.columns.end() - 2, ", o."));
    return fmt::format(
        "WITH work AS (SELECT op_id AS issuer, count(*) AS n, sum(duration_ns) AS ns FROM spans WHERE kind IN "
        "('kernel', 'memcpy', 'memset') AND op_id IS NOT NULL GROUP BY op_id) SELECT o.{}, ifnull(n, 0), ifnull(ns, 0) "
        "FROM spans o LEFT JOIN work ON issuer = o.id WHERE o.kind = 'op' AND {} ORDER BY o.start_ns, o.id",
        shared, where);
  }
  if (table == "launches") {
    return fmt::format(
        "SELECT l.call_id, work_id, call, work, latency_ns, delay_ns, start_ns FROM launches l JOIN spans c ON c.id = "
        "l.call_id WHERE {} ORDER BY start_ns, call_id, work_id",
        where);
  }
  return fmt::format("SELECT {} FROM {} ORDER BY {}, rowid", columns, table, file.sortedBy.at(0));
}

class ParquetFolder : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] ParquetTable table(const std::string& name, const std::string& rank = "0") const {
    return readParquet(folder / ("out/rank=" + rank + "/" + name + ".parquet"));
  }
  [[nodiscard]] Expected<ParquetWritten> write(const std::shared_ptr<const Trace>& trace,
                                               const ParquetOptions& options = {}) const {
    return writeParquet(trace, folder / "out", options);
  }

  TemporaryFolder folder;
};

TEST_P(ParquetFolder, holdsWhatTheQueryAnswers) {
  const auto trace = traceOf(GetParam());
  const auto written = write(trace, {.groupRows = 100, .threads = 3});
  ASSERT_TRUE(written) << written.error().message.english();
  ASSERT_EQ(written->ranks.size(), 1U);
  sql::Database database{trace};
  std::uint64_t rows = 0;
  for (const std::string& name : parquetTables) {
    SCOPED_TRACE(name);
    const ParquetTable file = withoutReopening(name, table(name, std::to_string(written->ranks[0])));
    rows += file.rows.size();
    for (std::size_t i = 0; i + 1 < file.groups.size(); ++i) {
      EXPECT_EQ(file.groups[i], 100);
    }
    if (name == "collectives" || file.rows.empty()) {
      continue;
    }
    const Answer answer = ask(database, queryOf(name, file, "1"));
    ASSERT_EQ(answer.error.message.english(), "");
    ASSERT_EQ(file.rows.size(), answer.rows.size());
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      ASSERT_EQ(file.rows[i], answer.rows[i]) << "row " << i;
    }
  }
  for (const std::string name : {"flows", "instants", "args"}) {
    rows += table(name, std::to_string(written->ranks[0])).rows.size();
  }
  EXPECT_EQ(written->rows, rows);
}

INSTANTIATE_TEST_SUITE_P(Files, ParquetFolder,
                         testing::Values("h200-profiler-steps.json.gz", "h200-ring-rank1.json.gz",
                                         "torch-rocm-sglang-decode.json.gz", "torch-gpu-annotations.json.gz",
                                         "clang-14-time-trace.json", "chrome-counters-with-ids.json"),
                         [](const auto& each) { return testName(each.param); });

TEST_F(ParquetFolder, saysTheLeastAndGreatestOfEachGroup) {
  ASSERT_TRUE(write(traceOf("h200-profiler-steps.json.gz"), {.groupRows = 64}));
  const ParquetTable spans = table("spans");
  ASSERT_GT(spans.groups.size(), 3U);
  std::size_t first = 0;
  for (std::size_t group = 0; group < spans.groups.size(); ++group) {
    for (std::size_t column = 0; column < spans.columns.size(); ++column) {
      const ParquetChunk& chunk = spans.chunks[group][column];
      std::vector<std::string> there;
      std::vector<std::int64_t> numbers;
      const bool isNumber = spans.columns[column].ends_with("_ns") || spans.columns[column].ends_with("id");
      for (std::size_t i = first; i < first + static_cast<std::size_t>(spans.groups[group]); ++i) {
        if (const std::string& cell = spans.rows[i][column]; cell != "NULL") {
          there.push_back(cell);
          numbers.push_back(isNumber ? std::stoll(cell) : 0);
        }
      }
      EXPECT_EQ(chunk.values, spans.groups[group]);
      EXPECT_EQ(chunk.nulls, spans.groups[group] - static_cast<std::int64_t>(there.size()));
      if (isNumber && !there.empty()) {
        EXPECT_EQ(chunk.least, std::to_string(std::ranges::min(numbers))) << spans.columns[column];
        EXPECT_EQ(chunk.greatest, std::to_string(std::ranges::max(numbers))) << spans.columns[column];
      } else if (!there.empty() && spans.columns[column] == "name" && chunk.hasRange) {
        EXPECT_EQ(chunk.least, std::ranges::min(there));
        EXPECT_EQ(chunk.greatest, std::ranges::max(there));
      }
    }
    EXPECT_EQ(spans.sortedBy[group], "start_ns");
    first += static_cast<std::size_t>(spans.groups[group]);
  }
}

TEST_F(ParquetFolder, isTheSameWithAndWithoutCompressionAndThreads) {
  const auto trace = traceOf("h200-profiler-steps.json.gz");
  ASSERT_TRUE(write(trace, {.groupRows = 100, .threads = 3}));
  ASSERT_TRUE(writeParquet(trace, folder / "plain", {.codec = Codec::None, .groupRows = 100, .threads = 1}));
  for (const std::string& name : parquetTables) {
    const ParquetTable plain = readParquet(folder / ("plain/rank=0/" + name + ".parquet"));
    EXPECT_EQ(plain.rows, table(name).rows) << name;
  }
  EXPECT_LT(fs::file_size(folder / "out/rank=0/spans.parquet"), fs::file_size(folder / "plain/rank=0/spans.parquet"));
  ASSERT_TRUE(writeParquet(trace, folder / "again", {.groupRows = 100, .threads = 1}));
  EXPECT_EQ(readFile(folder / "again/rank=0/spans.parquet"), readFile(folder / "out/rank=0/spans.parquet"));
}

TEST_F(ParquetFolder, saysOfWhichVersionRankAndFileItIs) {
  const auto trace = traceOf("h200-ring-rank1.json.gz");
  const auto written = write(trace, {.rank = 7});
  ASSERT_TRUE(written);
  EXPECT_EQ(written->ranks, std::vector{1}) << "what the file says";
  const auto metadata = table("launches", "1").metadata;
  EXPECT_EQ(metadata.at("kernline.schema_version"), "1");
  EXPECT_EQ(metadata.at("kernline.table"), "launches");
  EXPECT_EQ(metadata.at("kernline.rank"), "1");
  EXPECT_EQ(metadata.at("kernline.base_time_ns"), std::to_string(trace->baseTimeNs()));
  EXPECT_EQ(metadata.at("kernline.source"), fixture("h200-ring-rank1.json.gz"));
}

TEST_F(ParquetFolder, hasEachCollectiveWithWhatTheProfileSaysOfIt) {
  const auto trace = traceOf("h200-ring-rank1.json.gz");
  ASSERT_TRUE(write(trace));
  const RankCalls calls = readCollectives(*trace);
  const ParquetTable file = table("collectives", "1");
  ASSERT_FALSE(calls.calls.empty());
  ASSERT_EQ(file.rows.size(), calls.calls.size());
  const auto orNull = [](std::int64_t value) { return value < 0 ? "NULL" : std::to_string(value); };
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    const CollectiveCall& call = calls.calls[i];
    std::map<std::string, std::string> row;
    for (std::size_t column = 0; column < file.columns.size(); ++column) {
      row[file.columns[column]] = file.rows[i][column];
    }
    EXPECT_EQ(row["span_id"], std::to_string(index(call.span)));
    EXPECT_EQ(row["kind"], toText(call.kind));
    EXPECT_EQ(row["span"], trace->nameText(call.span));
    EXPECT_EQ(row["start_ns"], std::to_string(trace->start(call.span).ns));
    EXPECT_EQ(row["duration_ns"], std::to_string(trace->duration(call.span).ns));
    EXPECT_EQ(row["bytes"], orNull(call.bytes));
    EXPECT_EQ(row["sequence"], orNull(call.sequence));
    EXPECT_EQ(row["group_size"], call.groupSize == 0 ? "NULL" : std::to_string(call.groupSize));
    EXPECT_EQ(row["bus_factor"],
              call.groupSize == 0 ? "NULL" : sql::toText(sql::Cell::real(busFactor(call.kind, call.groupSize))));
  }
}

TEST_F(ParquetFolder, hasAFolderForEachRankOfOneTrace) {
  const auto trace = traceOf("torch-merged-8-ranks.json.gz");
  const auto written = write(trace);
  ASSERT_TRUE(written);
  ASSERT_GT(written->ranks.size(), 1U);
  sql::Database database{trace};
  for (const std::int32_t rank : written->ranks) {
    const bool isKnown = rank >= 0;
    const std::string where = isKnown ? fmt::format("rank = {}", rank) : "rank IS NULL";
    const std::string name = isKnown ? std::to_string(rank) : "__HIVE_DEFAULT_PARTITION__";
    const ParquetTable spans = withoutReopening("spans", table("spans", name));
    EXPECT_EQ(spans.rows, ask(database, queryOf("spans", spans, where)).rows) << rank;
    const ParquetTable launches = table("launches", name);
    EXPECT_EQ(launches.rows, ask(database, queryOf("launches", launches, where)).rows) << rank;
  }
  EXPECT_EQ(ask(database, "SELECT count(DISTINCT rank) FROM spans").value(),
            std::to_string(std::ranges::count_if(written->ranks, [](std::int32_t rank) { return rank >= 0; })));
}

TEST_F(ParquetFolder, hasAllFilesOfATraceWithoutAnything) {
  ASSERT_TRUE(write(TraceBuilder().build()));
  for (const std::string& name : parquetTables) {
    const ParquetTable file = table(name);
    EXPECT_TRUE(file.rows.empty()) << name;
    EXPECT_TRUE(file.groups.empty()) << name;
    EXPECT_GT(file.columns.size(), 5U) << name;
  }
}

TEST_F(ParquetFolder, leavesNothingBehindWhereItCannotBeWritten) {
  const auto trace = traceOf("h200-profiler-steps.json.gz");
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = writeParquet(trace, folder / "out/below", {}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, Error::Kind::Canceled);
  EXPECT_TRUE(folder.names().empty());
  folder.add("file", "no folder");
  const auto failed = writeParquet(trace, folder / "file", {});
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message.english(), testing::StartsWith("cannot write " + (folder / "file")));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
  EXPECT_EQ(readFile(folder / "file"), "no folder");
}

}  // namespace
}  // namespace kernline::test
