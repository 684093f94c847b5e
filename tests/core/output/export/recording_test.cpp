// SPDX-License-Identifier: GPL-3.0-or-later
// A trace written as SQLite and opened again.
#include "core/output/recording/sqlite_file.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace kernline::test {
namespace {

using TracePtr = std::shared_ptr<const Trace>;

TracePtr recordingOf(const std::string& path) {
  auto trace = load(path);
  if (!trace) {
    ADD_FAILURE() << trace.error().message.english();
    return nullptr;
  }
  return *trace;
}

class Recording : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }

  /// Exports a fixture and reads it again.
  TracePtr again(const TracePtr& trace, const SqliteOptions& options = {}) {
    const auto rows = writeSqlite(trace, path, options);
    EXPECT_TRUE(rows) << rows.error().message.english();
    return recordingOf(path);
  }

  void change(const char* statements) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, statements, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }

  std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-recording-{}.sqlite", ::getpid())).string();
};

class RecordingOf : public Recording, public testing::WithParamInterface<const char*> {};

TEST_P(RecordingOf, aTraceIsThatTrace) {
  const TracePtr trace = recordingOf(fixture(GetParam()));
  ASSERT_NE(trace, nullptr);
  const TracePtr read = again(trace);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(firstDifference(*trace, *read), "");
  EXPECT_THAT(read->sources()[0].format, says("kernline-sqlite-export"));
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, RecordingOf,
    testing::Values("h200-attention-original.json.gz", "h200-cuda-graph.json.gz", "h200-jax.json.gz",
                    "h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz", "torch-merged-8-ranks.json.gz",
                    "torch-rocm-mi250.json.gz", "torch-compile-triton.json.gz", "begin-end-trouble.json",
                    "chrome-flows.json.gz", "chrome-counters-with-ids.json", "chrome-instant-scopes.json",
                    "chrome-stack-frames.json", "chrome-nestable-async.json", "tensorflow-timeline-gpu.json.gz",
                    "chrome-lighthouse-m91.json", "viztracer-logging.json", "damage/partial-overlap.json",
                    "damage/zero-time-outlier.json", "damage/ambiguous-launch.json", "damage/dangling-flow.json"));

TEST_F(Recording, keepsArgsWhereTheyWereWritten) {
  const TracePtr trace = recordingOf(fixture("h200-profiler-steps.json.gz"));
  const TracePtr read = again(trace, {.withArgs = true});
  ASSERT_NE(read, nullptr);
  std::size_t compared = 0;
  for (std::uint32_t i = 0; i < trace->spanCount(); i += 97) {
    const EventDetails before = trace->details(SpanId{i});
    const EventDetails after = read->details(SpanId{i});
    for (const ArgNode& arg : before.args.children) {
      if (arg.kind != ArgNode::Kind::Number || arg.text.contains('.')) {
        continue;  // reals are spelled differently
      }
      const ArgNode* same = after.args.find(arg.key);
      ASSERT_NE(same, nullptr) << arg.key;
      EXPECT_EQ(same->text, arg.text);
      ++compared;
    }
  }
  EXPECT_GT(compared, 50U);
}

TEST_F(Recording, isWrittenFromARecordingAsFromItsProfile) {
  const TracePtr first = again(recordingOf(fixture("h200-cuda-graph.json.gz")));
  std::filesystem::rename(path, path + ".first");
  const TracePtr second = again(recordingOf(path + ".first"));
  std::filesystem::remove(path + ".first");
  EXPECT_EQ(firstDifference(*first, *second), "");
}

TEST_F(Recording, ofALaterVersionIsRefused) {
  ASSERT_NE(again(recordingOf(fixture("chrome-trivial.json"))), nullptr);
  change("UPDATE recording SET value = 99 WHERE key = 'version'");
  const auto refused = load(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, mentions("file-of-newer-version", anyValue));
}

TEST_F(Recording, ofBeforeThereWereRecordingsIsRefusedWithAdvice) {
  ASSERT_NE(again(recordingOf(fixture("chrome-trivial.json"))), nullptr);
  change("DROP TABLE recording");
  const auto refused = load(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), testing::HasSubstr("export the profile again"));
}

TEST_F(Recording, whoseRowsSayNonsenseIsReadAroundThem) {
  const TracePtr trace = recordingOf(fixture("h200-profiler-steps.json.gz"));
  ASSERT_NE(again(trace), nullptr);
  change(
      "UPDATE spans SET track_id = 999999 WHERE id = 3; UPDATE spans SET start_ns = 'x' WHERE id = 4;"
      "UPDATE spans SET duration_ns = -5 WHERE id = 5; UPDATE spans SET start_ns = 9223372036854775807 WHERE id = 6;"
      "UPDATE spans SET op_id = -7, kind = 'nothing' WHERE id = 7; UPDATE flows SET from_id = 1000000000000;"
      "UPDATE launches SET call_id = NULL WHERE work_id % 2; UPDATE recording_counters SET samples = -1;"
      "UPDATE recording_tracks SET process_id = 77 WHERE id = 0; DROP TABLE memory;");
  const TracePtr read = recordingOf(path);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->spanCount(), trace->spanCount() - 2);
  EXPECT_GE(read->report()[IssueKind::BrokenEvent].count, 3U);
  EXPECT_EQ(read->report()[IssueKind::ClampedTime].count, 1U);
}

TEST_F(Recording, cutAnywhereIsNoCrash) {
  ASSERT_NE(again(recordingOf(fixture("chrome-flows.json.gz"))), nullptr);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t length = 100; length < bytes.size(); length += bytes.size() / 50) {
    const TemporaryFile cut(std::string_view(bytes).substr(0, length), ".sqlite");
    const auto read = load(cut.path());
    EXPECT_TRUE(read || !read.error().message.english().empty());
  }
}

}  // namespace
}  // namespace kernline::test
