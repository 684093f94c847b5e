// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots in SQLite against the same ones as pickles; tests/fixtures/memory/make_snapshots.py makes one of the other.
#include "core/import/memory/read_snapshot_database.h"
#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

std::vector<std::string> callsOf(const MemoryHistory& history, StackId stack) {
  std::vector<std::string> texts;
  for (const StringId call : stack == StackId::none ? std::vector<StringId>{} : history.stacks.calls(stack)) {
    texts.emplace_back(history.text(call));
  }
  return texts;
}

void expectSameBlocks(const MemoryHistory& left, const MemoryDevice& a, const MemoryHistory& right,
                      const MemoryDevice& b) {
  ASSERT_EQ(a.blocks.size(), b.blocks.size());
  for (std::size_t k = 0; k < a.blocks.size(); ++k) {
    EXPECT_EQ(a.blocks[k].begin, b.blocks[k].begin);
    EXPECT_EQ(a.blocks[k].end, b.blocks[k].end);
    EXPECT_EQ(a.blocks[k].bytes, b.blocks[k].bytes);
    EXPECT_EQ(callsOf(left, a.blocks[k].stack), callsOf(right, b.blocks[k].stack));
    EXPECT_EQ(left.text(a.blocks[k].place), right.text(b.blocks[k].place));
  }
}

void expectSameSegments(const MemoryDevice& a, const MemoryDevice& b) {
  ASSERT_EQ(a.segments.size(), b.segments.size());
  for (std::size_t k = 0; k < a.segments.size(); ++k) {
    EXPECT_EQ(a.segments[k].address, b.segments[k].address);
    EXPECT_EQ(a.segments[k].bytes, b.segments[k].bytes);
    EXPECT_EQ(a.segments[k].allocated, b.segments[k].allocated);
    EXPECT_EQ(a.segments[k].requested, b.segments[k].requested);
    EXPECT_EQ(a.segments[k].blockCount, b.segments[k].blockCount);
  }
}

void expectSameFailures(const MemoryDevice& a, const MemoryDevice& b) {
  ASSERT_EQ(a.failures.size(), b.failures.size());
  for (std::size_t k = 0; k < a.failures.size(); ++k) {
    EXPECT_EQ(a.failures[k].time, b.failures[k].time);
    EXPECT_EQ(a.failures[k].bytes, b.failures[k].bytes);
    EXPECT_EQ(a.failures[k].deviceFree, b.failures[k].deviceFree);
  }
}

void expectSame(const MemoryHistory& left, const MemoryHistory& right) {
  EXPECT_EQ(left.baseTimeNs, right.baseTimeNs);
  EXPECT_EQ(left.bounds, right.bounds);
  ASSERT_EQ(left.devices.size(), right.devices.size());
  for (std::size_t i = 0; i < left.devices.size(); ++i) {
    const MemoryDevice& a = left.devices[i];
    const MemoryDevice& b = right.devices[i];
    EXPECT_EQ(a.title, b.title);
    EXPECT_EQ(a.allocated.times, b.allocated.times);
    EXPECT_EQ(a.allocated.bytes, b.allocated.bytes);
    EXPECT_EQ(a.reserved.bytes, b.reserved.bytes);
    expectSameBlocks(left, a, right, b);
    expectSameSegments(a, b);
    expectSameFailures(a, b);
  }
}

TEST(SnapshotDatabases, sayWhatThePicklesSay) {
  expectSame(*readMemory(fixture("memory/out-of-memory.sqlite")), *readMemory(fixture("memory/out-of-memory.pickle")));
  const auto database = readMemory(fixture("memory/training.sqlite"));
  EXPECT_EQ(database->format, "torch memory snapshot, SQLite");
  EXPECT_EQ(database->devices.at(0).allocated.bytes,
            readMemory(fixture("memory/training-protocol-4.pickle"))->devices.at(0).allocated.bytes)
      << "its annotations are in the pickle alone";
}

TEST(SnapshotDatabases, areReadWithTheColumnsThatThereAre) {
  const TemporaryFile file(databaseOf(R"(
    CREATE TABLE device_traces (id INTEGER PRIMARY KEY, action TEXT, addr INTEGER, size INTEGER, time_us INTEGER,
      frames TEXT);
    INSERT INTO device_traces (action, addr, size, time_us, frames) VALUES
      ('alloc', 4096, 100, 1000, '[{"filename": "/home/me/model.py", "line": 7, "name": "forward"}, "main"]'),
      ('alloc', 8192, 50, 1001, 'nonsense'), ('free_completed', 4096, 100, 1002, NULL), ('alloc', 1, 'many', 1003, x'00'),
      ('vanish', 1, 1, 1004, NULL);
    CREATE TABLE segments (id INTEGER PRIMARY KEY, addr INTEGER, size INTEGER);
    INSERT INTO segments VALUES (1, 4096, 20480), (2, 65536, -5);
    CREATE TABLE blocks (segment_id INTEGER, addr INTEGER, size INTEGER, state TEXT);
    INSERT INTO blocks VALUES (1, 8192, 64, 'active_allocated'), (1, 4096, 4096, 'inactive'), (9, 1, 1, 'inactive');)"),
                           ".db");
  const auto history = readMemory(file.path());
  ASSERT_EQ(history->devices.size(), 1U);
  const MemoryDevice& device = history->devices[0];
  EXPECT_EQ(device.blocks.at(0).bytes, 100);
  EXPECT_EQ(history->text(device.blocks[0].place), "model.py:7 forward");
  EXPECT_EQ(device.segments.at(0).allocated, 64);
  EXPECT_EQ(device.segmentBlocks.at(0).address, 4096U) << "by address";
  EXPECT_EQ(history->report[MemoryIssueKind::InvalidSize].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::UnknownAction].count, 1U);
  EXPECT_GE(history->report[MemoryIssueKind::BadRecord].count, 1U);
}

TEST(SnapshotDatabases, areNoTraces) {
  const auto trace = load(fixture("memory/training.sqlite"));
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message, mentions("not-a-trace-but-shown", anyValue));
}

TEST(SnapshotDatabases, surviveDamage) {
  const std::string whole = readFile(fixture("memory/training.sqlite"));
  for (std::size_t at = 0; at < whole.size(); at += at < 110 ? 3 : 499) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    const TemporaryFile file(damaged, ".sqlite");
    const TemporaryFile cut(whole.substr(0, at), ".sqlite");
    for (const std::string& path : {file.path(), cut.path()}) {
      if (const auto opened = openDocument(path); !opened) {
        EXPECT_FALSE(opened.error().message.english().empty()) << "damaged at " << at;
      }
    }
  }
}

}  // namespace
}  // namespace kernline::test
