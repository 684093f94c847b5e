// SPDX-License-Identifier: GPL-3.0-or-later
// What is there to look at where memory ends halfway: of logs, reports, and memory over time.
#include "core/import/log/read_log.h"
#include "core/model/base/memory_watch.h"
#include "core/open/open_document.h"
#include "tests/support/nsys_database.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr int documentRows = 300'000;

/// Sanitizers keep what was freed, so that it depends on chance whether a limit lies between nothing and all.
#ifdef KERNLINE_SANITIZED
constexpr bool keepsFreedMemory = true;
#else
constexpr bool keepsFreedMemory = false;
#endif

std::string printedTables() {
  constexpr int rowsOfOne = 1000;
  std::string text;
  for (int i = 0; i < documentRows; ++i) {
    text += i % rowsOfOne == 0 ? "\n| kernel | ms |\n| --- | --- |\n" : "";
    text += fmt::format("| kernel {} | {}.5 |\n", i, i % 97);
  }
  return text;
}

/// The blocks of a small report again and again, two launches each.
std::string ncuReport() {
  constexpr int times = 10'000;
  const std::string small = readFile(fixture("ncu_rep/small.ncu-rep"));
  constexpr std::size_t lengthAt = 4;
  std::uint32_t headerBytes = 0;
  std::memcpy(&headerBytes, small.data() + lengthAt, sizeof headerBytes);
  const std::size_t blocksAt = lengthAt + sizeof headerBytes + headerBytes;
  std::string text = small.substr(0, blocksAt);
  for (int i = 0; i < times; ++i) {
    text += small.substr(blocksAt);
  }
  return text;
}

/// Bytes that are allocated at one time and freed a hundred times later.
std::string timelineOfChanges() {
  std::string text = "[";
  for (int i = 0; i < documentRows; ++i) {
    text += fmt::format("{}[{},{},{},{}]", i == 0 ? "" : ",", 1000 * i, i % 2 + 1, i % 2 == 0 ? 512 : -512, i / 2 % 7);
  }
  return text + "]";
}

std::string timelineOfTotals() {
  std::string times;
  std::string totals;
  for (int i = 0; i < documentRows; ++i) {
    times += fmt::format("{}{}", i == 0 ? "" : ",", 10 * i);
    totals += fmt::format("{}[0,{},2,3,4,5,6,7,8]", i == 0 ? "" : ",", i % 1000 * 512);
  }
  return "[[" + times + "],[" + totals + "]]";
}

/// Makes a snapshot of two devices, one after the other, over the same time: each keeps the last hundred blocks.
std::string snapshotDatabase() {
  return databaseOf(fmt::format(
      "CREATE TABLE device_traces (id INTEGER PRIMARY KEY, action TEXT, device INTEGER, addr INTEGER, size INTEGER, "
      "time_us INTEGER, frames TEXT);"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {0} - 1), d(device) AS (VALUES (0), "
      "(1)), a(action, shift) AS (VALUES ('alloc', 0), ('free_completed', 100)) "
      "INSERT INTO device_traces (action, device, addr, size, time_us) SELECT action, device, (i - shift + 1) * 4096, "
      "512 + (i - shift) % 7 * 512, 1000000 + i * 10 + device + min(shift, 5) FROM d CROSS JOIN n CROSS JOIN a "
      "WHERE i >= shift;"
      "CREATE TABLE segments (id INTEGER PRIMARY KEY, device INTEGER, addr INTEGER, total_size INTEGER);"
      "INSERT INTO segments VALUES (1, 0, 4096, 10000000), (2, 1, 4096, 10000000);"
      "CREATE TABLE blocks (segment_id INTEGER, addr INTEGER, size INTEGER, state TEXT);"
      "INSERT INTO blocks SELECT device + 1, addr, size, 'active_allocated' FROM device_traces WHERE action = 'alloc' "
      "AND addr > ({0} - 100) * 4096;",
      documentRows / 3));
}

std::string jsonLines() {
  std::string text;
  for (int i = 0; i < documentRows; ++i) {
    text += fmt::format("{{\"kernel\": \"k{}\", \"seq_len\": {}, \"fwd_ms\": {}.25}}\n", i, 64 << i % 5, i % 97);
  }
  return text;
}

std::string jsonRecords() {
  std::string text = "[";
  for (int i = 0; i < documentRows; ++i) {
    text += fmt::format("{}{{\"kernel\": \"k{}\", \"seq_len\": {}, \"fwd_ms\": {}.25}}", i == 0 ? "" : ",\n", i,
                        64 << i % 5, i % 97);
  }
  return text + "]";
}

std::size_t sizeOf(const Document& document) {
  std::size_t size = 0;
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&document)) {
    for (const LogTable& table : (*log)->tables()) {
      size += table.rows.size();
    }
  } else if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&document)) {
    for (const MemoryDevice& device : (*memory)->devices) {
      size += device.allocated.size();
    }
  }
  return size;
}

Message missingPartOf(const Document& document) {
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&document)) {
    return (*log)->report().missingPart();
  }
  const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&document);
  return memory == nullptr ? Message() : (*memory)->report.missingPart();
}

/// Expects of a part what the whole has there, at the beginning or, of a snapshot, at the end.
void expectPartOf(const Document& whole, const Document& part) {
  const auto* all = std::get_if<std::shared_ptr<const MemoryHistory>>(&whole);
  const auto* some = std::get_if<std::shared_ptr<const MemoryHistory>>(&part);
  if (all == nullptr || some == nullptr) {
    return;
  }
  ASSERT_EQ((*all)->devices.size(), (*some)->devices.size());
  const Duration later{(*some)->baseTimeNs - (*all)->baseTimeNs};
  for (std::size_t d = 0; d < (*all)->devices.size(); ++d) {
    const MemoryCurve& curve = (*some)->devices[d].allocated;
    for (std::size_t i = 1; i < curve.size(); ++i) {
      ASSERT_EQ((*all)->devices[d].allocated.at(curve.times[i] + later), curve.bytes[i]) << d << ", " << i;
    }
  }
}

struct Kind {
  const char* name;
  const char* ending;
  std::string (*text)();
  const char* sentence;
};

Expected<Document> openWithin(const std::string& path, std::uint64_t free) {
  malloc_trim(0);  // memory freed by earlier tests would not count
  Progress progress;
  return openDocument(path, {.onPreview = {}, .maxMemory = free == 0 ? 0 : ownMemory() + free}, {}, progress);
}

class PartOfDocument : public testing::TestWithParam<Kind> {};

TEST_P(PartOfDocument, opensAsFarAsMemoryGoes) {
  const TemporaryFile file(GetParam().text(), GetParam().ending);
  const auto whole = openWithin(file.path(), 0);
  ASSERT_TRUE(whole);
  ASSERT_TRUE(missingPartOf(*whole).isEmpty());
  const std::size_t all = sizeOf(*whole);
  const auto sizeWithin = [&](std::uint64_t free) -> std::size_t {
    const auto document = openWithin(file.path(), free);
    SCOPED_TRACE(fmt::format("{} KiB", free >> 10U));
    if (!document) {
      EXPECT_EQ(document.error().kind, Error::Kind::OutOfMemory);
      EXPECT_THAT(document.error().message, mentions("needs-more-than-memory-limit", anyValue, anyValue));
      return 0;
    }
    const Message missing = missingPartOf(*document);
    EXPECT_EQ(sizeOf(*document) < all, !missing.isEmpty()) << sizeOf(*document) << " of " << all;
    EXPECT_GT(sizeOf(*document), 0U);
    if (!missing.isEmpty()) {
      EXPECT_THAT(missing.english(), HasSubstr(GetParam().sentence));
      expectPartOf(*whole, *document);
    }
    return sizeOf(*document);
  };
  bool isCut = keepsFreedMemory;
  for (std::uint64_t free = std::uint64_t{192} << 20; free > (std::uint64_t{3} << 20); free -= free / 4) {
    const std::size_t size = sizeWithin(free);
    isCut = isCut || (size > 0 && size < all);
  }
  EXPECT_TRUE(isCut) << "at no limit a part";
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PartOfDocument,
    testing::Values(Kind{"Log", ".log", printedTables, "everything after is missing"},
                    Kind{"JsonLines", ".jsonl", jsonLines, "everything after is missing"},
                    Kind{"JsonRecords", ".json", jsonRecords, "everything after is missing"},
                    Kind{"NcuReport", ".ncu-rep", ncuReport, "the last launches ("},
                    Kind{"Changes", ".raw.json", timelineOfChanges, "the end of the recording is missing"},
                    Kind{"Totals", ".json", timelineOfTotals, "the end of the recording is missing"},
                    Kind{"Snapshot", ".sqlite", snapshotDatabase, "the oldest records ("}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(PartOfDocument, countsEveryRecordThatIsLeftOut) {
  const TemporaryFile file(snapshotDatabase(), ".sqlite");
  for (std::uint64_t free = std::uint64_t{64} << 20; free > (std::uint64_t{3} << 20); free -= free / 4) {
    const auto document = openWithin(file.path(), free);
    const auto* memory = document ? std::get_if<std::shared_ptr<const MemoryHistory>>(&*document) : nullptr;
    const std::uint64_t left = memory == nullptr ? 0 : (*memory)->report[MemoryIssueKind::OlderLeftOut].count;
    if (left > 0) {
      constexpr std::uint64_t records = std::uint64_t{2} * (documentRows / 3 + documentRows / 3 - 100);
      // Each curve begins with a value that is no record.
      EXPECT_EQ(left + sizeOf(*document) - (*memory)->devices.size(), records);
      return;
    }
  }
  EXPECT_TRUE(keepsFreedMemory) << "at no limit a part";
}

TEST(PartOfDocument, saysTheLineThatALogEndsAt) {
  std::stop_source enough;
  enough.request_stop();
  const auto log = logs::readLogText("loss: 1.5\n", {.memoryExhausted = enough.get_token()});
  EXPECT_EQ(log->report()[LogIssueKind::MemoryLimit].example, "from line 1 on");
  EXPECT_THAT(log->report().missingPart(), says("limit-reached-at-line", "1"));
}

TEST(PartOfDocument, isNoneOfAPickle) {
  Progress progress;
  const auto document =
      openDocument(fixture("memory/training-protocol-4.pickle"), {.onPreview = {}, .maxMemory = 1}, {}, progress);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, Error::Kind::OutOfMemory);
}

}  // namespace
}  // namespace kernline::test
