// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of NCCL's flight recorder: one rank, and all ranks of a run that hangs.
#include "core/import/flight_recorder/dump_log.h"
#include "core/import/flight_recorder/matched_collectives.h"
#include "core/import/flight_recorder/read_dump.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

flight::RankDump readText(const std::string& text) {
  Input input;
  input.path = "dump";
  input.mapped = text;
  Progress progress;
  auto dump = flight::readDump(input, {}, progress);
  return dump ? std::move(*dump) : flight::RankDump{};
}

std::shared_ptr<const Log> logAt(const std::string& path) {
  const auto document = openDocument(path);
  EXPECT_TRUE(document) << (document ? "" : document.error().message.english());
  const auto* log = document ? std::get_if<std::shared_ptr<const Log>>(&*document) : nullptr;
  EXPECT_NE(log, nullptr);
  return log == nullptr ? nullptr : *log;
}

std::vector<std::string> failuresOf(const Log& log) {
  std::vector<std::string> texts;
  for (const LogFailure& failure : log.failures()) {
    texts.emplace_back(log.text(failure.text));
  }
  return texts;
}

const LogTable* tableOf(const Log& log, std::string_view title) {
  for (const LogTable& table : log.tables()) {
    if (log.text(table.title) == title) {
      return &table;
    }
  }
  return nullptr;
}

std::string cell(const Log& log, const LogTable& table, std::size_t row, std::string_view column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (log.text(table.columns[i].name) == column) {
      return std::string(log.text(table.cell(row, i).text));
    }
  }
  return "no such column";
}

std::string entry(int sequence, const std::string& operation, const std::string& state, int size = 1024,
                  const std::string& type = "Float") {
  return fmt::format(
      R"({{"collective_seq_id":{0},"profiling_name":"nccl:{1}","state":"{2}","input_sizes":[[{3}, 2]],)"
      R"("output_sizes":[[{3}, 2]],"input_dtypes":["{4}"],"output_dtypes":["{4}"],"process_group":["0","default_pg"],)"
      R"("time_created_ns":179536681722072734{0},"is_p2p":false,"p2p_seq_id":0}})",
      sequence, operation, state, size, type);
}

std::string dumpOf(const std::vector<std::string>& entries) {
  std::string text =
      R"({"version":"2.10","comm_lib_version":"2.28.9","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":"[0, 1, 2, 3]"}},)"
      R"("pg_status":{"0":{"last_enqueued_collective":"3"}},"entries":[)";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    text += (i > 0 ? "," : "") + entries[i];
  }
  return text + "]}";
}

TEST(FlightRecorder, agreesWithTheFiguresOfARealDump) {
  const json expected = json::parse(readFile(shared("formats/flight_recorder/expected.json")));
  for (const char* kind : {"pickle", "json"}) {
    SCOPED_TRACE(kind);
    const std::string file = readFile(shared(std::string("formats/flight_recorder/flight_recorder_rank0.") + kind));
    const flight::RankDump dump = readText(file);
    EXPECT_EQ(dump.version, expected.at("version").get<std::string>());
    EXPECT_EQ(dump.library, expected.at("comm_lib_version").get<std::string>());
    ASSERT_EQ(dump.groups.size(), 1U);
    EXPECT_EQ(dump.groups[0].description, "default_pg");
    EXPECT_THAT(dump.groups[0].ranks, ElementsAre(0));
    EXPECT_EQ(dump.groups[0].lastEnqueued, 10);
    EXPECT_EQ(dump.groups[0].lastCompleted,
              expected.at("pg_status").at(kind).at("0").at("last_completed_collective") == "10" ? 10 : -1);
    ASSERT_EQ(dump.collectives.size(), expected.at("entries").get<std::size_t>());
    std::map<std::string, int> byName;
    std::int64_t inputs = 0;
    std::int64_t outputs = 0;
    for (std::size_t i = 0; i < dump.collectives.size(); ++i) {
      const flight::Collective& collective = dump.collectives[i];
      ++byName["nccl:" + collective.operation];
      inputs += collective.inputBytes;
      outputs += collective.outputBytes;
      EXPECT_EQ(collective.sequence, static_cast<std::int64_t>(i) + 1);
      EXPECT_EQ(collective.state, flight::CollectiveState::Completed);
      EXPECT_EQ(collective.startedNs, std::nullopt);
      EXPECT_EQ(collective.completedNs.value() - collective.createdNs,
                expected.at("created_to_discovered_complete_ns").at(kind).at(i).get<std::int64_t>());
    }
    EXPECT_EQ(json(byName), expected.at("by_name"));
    EXPECT_EQ(inputs, expected.at("input_bytes").get<std::int64_t>());
    EXPECT_EQ(outputs, expected.at("output_bytes").get<std::int64_t>());
    EXPECT_EQ(std::to_string(dump.collectives.front().createdNs),
              expected.at("time_created_ns").at(0).get<std::string>());
    EXPECT_EQ(dump.collectives.front().place, std::string(kind) == "json" ? "" : "formats_data.py:87 flight");
  }
}

TEST(FlightRecorder, isALogWithTables) {
  for (const char* kind : {"pickle", "json"}) {
    const auto log = logAt(shared(std::string("formats/flight_recorder/flight_recorder_rank0.") + kind));
    ASSERT_NE(log, nullptr);
    EXPECT_THAT(failuresOf(*log), IsEmpty());
    const LogTable* table = tableOf(*log, "Collectives");
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rows.size(), 10U);
    EXPECT_EQ(log->context(table->context).rank, -1);
    EXPECT_EQ(cell(*log, *table, 0, "Operation"), "all_reduce");
    EXPECT_EQ(cell(*log, *table, 0, "Input"), "[1048576]");
    EXPECT_EQ(cell(*log, *table, 9, "State"), "completed");
    EXPECT_THAT(log->format(), says("nccl-flight-recorder-dump"));
    const auto enqueued = std::ranges::find_if(
        table->columns, [&](const LogColumn& column) { return log->text(column.name) == "Enqueued at"; });
    ASSERT_NE(enqueued, table->columns.end());
    EXPECT_EQ(enqueued->use, ColumnUse::Ignored) << "a moment, which nobody adds up or compares";
  }
}

TEST(FlightRecorder, saysWhoNeverCame) {
  const TemporaryFolder folder;
  const std::vector<std::string> done{entry(1, "all_reduce", "completed"), entry(2, "broadcast", "completed")};
  auto waiting = done;
  waiting.push_back(entry(3, "all_reduce", "started"));
  folder.add("nccl_trace_rank_0", dumpOf(waiting));
  folder.add("nccl_trace_rank_1", dumpOf(waiting));
  folder.add("nccl_trace_rank_2", dumpOf(done));
  folder.add("another_rank_3", "nothing");
  const auto log = logAt(folder / "nccl_trace_rank_1");
  ASSERT_NE(log, nullptr);
  EXPECT_THAT(failuresOf(*log), ElementsAre("all_reduce 3 of default_pg is not complete; rank 0, 1 waits; rank 2 never "
                                            "came; rank 3 has no dump"));
  const LogTable* open = tableOf(*log, phrase("incomplete-collectives"));
  ASSERT_NE(open, nullptr);
  ASSERT_EQ(open->rows.size(), 1U);
  EXPECT_EQ(cell(*log, *open, 0, "Started"), "0, 1");
  EXPECT_EQ(cell(*log, *open, 0, "Never came"), "2");
  EXPECT_EQ(cell(*log, *open, 0, "No dump"), "3");
  EXPECT_EQ(tableOf(*log, "Collectives")->rows.size(), 8U);
}

TEST(FlightRecorder, claimsNoRankThatNobodySays) {
  const TemporaryFolder folder;
  folder.add("dump.json", dumpOf({entry(1, "all_reduce", "completed"), entry(2, "all_reduce", "started")}));
  const auto log = logAt(folder / "dump.json");
  ASSERT_NE(log, nullptr);
  EXPECT_THAT(failuresOf(*log), ElementsAre("all_reduce 2 of default_pg is not complete; rank ? waits"));
  const LogTable* all = tableOf(*log, "Collectives");
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(cell(*log, *all, 0, "Rank"), "");
  EXPECT_EQ(cell(*log, *tableOf(*log, phrase("incomplete-collectives")), 0, "No dump"), "");
}

TEST(FlightRecorder, readsDumpsThatWereGatheredFromSeveralHosts) {
  const std::vector<std::string> done{entry(1, "all_reduce", "completed")};
  auto waiting = done;
  waiting.push_back(entry(2, "all_reduce", "started"));
  const TemporaryFolder folder;
  folder.add("host-a_rank_0", dumpOf(waiting));
  folder.add("host-a_rank_1", dumpOf(waiting));
  folder.add("host-b_rank_2", dumpOf(waiting));
  folder.add("host-b_rank_3", dumpOf(done));
  EXPECT_THAT(failuresOf(*logAt(folder / "host-b_rank_2")),
              ElementsAre("all_reduce 2 of default_pg is not complete; rank 0-2 waits; rank 3 never came"));
  folder.add("other-run_rank_0", dumpOf(waiting));  // it is unknown whose the others are
  EXPECT_THAT(failuresOf(*logAt(folder / "host-b_rank_2")),
              ElementsAre(HasSubstr("rank 2 waits; rank 3 never came; rank 0, 1 has no dump")));
}

TEST(FlightRecorder, saysWhereRanksDisagree) {
  const TemporaryFolder folder;
  folder.add("rank0.json", dumpOf({entry(1, "all_reduce", "started", 1024), entry(2, "all_to_all", "scheduled", 5),
                                   entry(3, "broadcast", "scheduled")}));
  folder.add("rank1.json", dumpOf({entry(1, "all_reduce", "started", 512), entry(2, "all_to_all", "scheduled", 7),
                                   entry(3, "all_reduce", "scheduled")}));
  const auto log = logAt(folder / "rank0.json");
  ASSERT_NE(log, nullptr);
  const std::vector<std::string> failures = failuresOf(*log);
  EXPECT_THAT(failures[0], HasSubstr("all_reduce 1 of default_pg: ranks differ in the input size: [1024, 2] on rank 0, "
                                     "[512, 2] on rank 1"));
  EXPECT_THAT(failures[2], HasSubstr("3 of default_pg: ranks differ in the operation: all_reduce on rank 1, broadcast "
                                     "on rank 0"));
  EXPECT_EQ(tableOf(*log, phrase("disagreeing-collectives"))->rows.size(), 6U) << "an all_to_all may differ in size";
}

TEST(FlightRecorder, doesNotMissWhatLeftTheRing) {
  flight::RankDump first = readText(dumpOf({entry(1, "all_reduce", "completed"), entry(2, "all_reduce", "completed")}));
  flight::RankDump second = readText(dumpOf({entry(2, "all_reduce", "completed")}));
  first.rank = 0;
  second.rank = 1;
  EXPECT_TRUE(flight::matchCollectives(std::vector{first, second}).unfinished.empty());
}

TEST(FlightRecorder, readsWhatADamagedDumpHas) {
  const std::string whole = dumpOf({entry(1, "all_reduce", "completed"), entry(2, "all_reduce", "started"), "7", "{}"});
  EXPECT_EQ(readText(whole).collectives.size(), 2U);
  EXPECT_EQ(readText(whole).badEntries, 2U);
  const flight::RankDump cut = readText(whole.substr(0, whole.find("nccl:", whole.find("nccl:") + 1)));
  EXPECT_EQ(cut.collectives.size(), 1U);
  EXPECT_FALSE(cut.damage.empty());
  for (const char* kind : {"pickle", "json"}) {
    const std::string file = readFile(shared(std::string("formats/flight_recorder/flight_recorder_rank0.") + kind));
    for (std::size_t at = 0; at < file.size(); at += 7) {
      static_cast<void>(readText(file.substr(0, at)));
      std::string damaged = file;
      damaged[at] = static_cast<char>(~damaged[at]);
      const flight::RankDump dump = readText(damaged);
      static_cast<void>(flight::logOfDumps(std::vector{dump}, "dump", "", 0));
    }
  }
}

TEST(FlightRecorder, isBoundedWhateverSizesSay) {
  std::string huge = entry(1, "all_reduce", "completed");
  huge.replace(huge.find("[1024, 2]"), 9, "[9223372036854775807, 9223372036854775807, 9223372036854775807]");
  const flight::RankDump dump = readText(dumpOf({huge}));
  EXPECT_EQ(dump.collectives.at(0).inputBytes, 0);
  const std::string deep = "{\"pg_status\":" + std::string(1'000'000, '[') + "\"entries\":";
  EXPECT_TRUE(readText(deep).collectives.empty());
  EXPECT_EQ(flight::ranksText({3, 1, 2, 7, 9, 10}), "1-3, 7, 9, 10");
}

}  // namespace
}  // namespace kernline::test
