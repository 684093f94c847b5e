// SPDX-License-Identifier: GPL-3.0-or-later
// What is there to look at where memory ends halfway: of each format that has rows, the rows up to there.
#include "core/import/chrome_json/read_chrome.h"
#include "core/import/document/document_reader.h"
#include "core/import/nsys/read_nsys.h"
#include "core/import/perfetto/read_perfetto.h"
#include "core/model/base/memory_watch.h"
#include "core/open/within_memory.h"
#include "core/output/recording/sqlite_file.h"
#include "tests/core/import/perfetto/packet_writer.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/support/xspace.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

constexpr int rows = 300'000;

/// `count` times the text that `row(i)` gives.
std::string repeated(int count, std::string_view between, const std::function<std::string(int)>& row) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "" : between);
    text += row(i);
  }
  return text;
}

std::string chromeJson() {
  return "[" +
         repeated(
             rows, ",\n",
             [](int i) { return fmt::format(R"({{"ph":"X","name":"n","ts":{},"dur":1,"pid":1,"tid":1}})", 2 * i); }) +
         "]";
}

std::string eventTable() {
  return "Start (ns),Duration (ns),CorrId,Device,Strm,Name\n" +
         repeated(rows, "", [](int i) { return fmt::format("{},5,{},NVIDIA H100 (0),7,k\n", 10 * i, i); });
}

std::string perfettoTrace() {
  PacketWriter packets;
  packets.process(1, 500, "program");
  packets.thread(2, 500, 501, "worker");
  for (int i = 0; i < rows; ++i) {
    packets.begin(static_cast<std::uint64_t>(i) * 10, 2, "slice");
    packets.end(static_cast<std::uint64_t>(i) * 10 + 5, 2);
  }
  return packets.bytes();
}

std::string xplaneProfile() {
  std::vector<MadeEvent> events;
  for (int i = 0; i < rows; ++i) {
    events.push_back({"gemm", std::int64_t{10'000} * i, 5'000, {}});
  }
  return xspaceOf({{"/device:GPU:0", {{14, "Stream #14(Compute)", 1000, events}}, {}}});
}

std::string nsysExport() {
  NsysDatabase database;
  database.run(fmt::format(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0}) INSERT INTO "
      "CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 10, i * 10 + 5, 0, 1, NULL, 7, i + 1, {1}, {2}, {2}, NULL, 32, 200, 1, 1, "
      "64, 2, 1, 256, 1024, NULL FROM n;"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0}) INSERT INTO "
      "CUPTI_ACTIVITY_KIND_RUNTIME SELECT i * 10, i * 10 + 5, 0, {3}, i + 1, {4}, 0 FROM n;",
      rows, NsysDatabase::globalPid(500), database.text("k"), NsysDatabase::globalTid(500, 500),
      database.text("cudaLaunchKernel_v7000")));
  return database.bytes();
}

std::string rocmDatabase() {
  return databaseOf(fmt::format(
      "CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT);"
      "INSERT INTO rocpd_string VALUES (1, 'KernelExecution'), (2, 'k'), (3, 'hipLaunchKernel');"
      "CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INT, queueId INT, start INT, end INT, description_id INT, "
      "opType_id INT);"
      "CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INT, tid INT, start INT, end INT, apiName_id INT, args_id "
      "INT);"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0}) INSERT INTO rocpd_op SELECT i, 0, "
      "0, i * 10, i * 10 + 5, 2, 1 FROM n;"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0}) INSERT INTO rocpd_api SELECT i, "
      "1, 1, i * 10, i * 10 + 5, 3, 1 FROM n;",
      rows));
}

std::string recording() {
  const TemporaryFile json(chromeJson());
  const TemporaryFolder folder;
  const std::string path = folder / "recording.sqlite";
  EXPECT_TRUE(writeSqlite(load(json.path()).value(), path, {}));
  return readFile(path);
}

std::string speedscopeProfile() {
  return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"main"},)"
         R"({"name":"read"}]},"profiles":[{"type":"evented","name":"thread","unit":"nanoseconds","startValue":0,)"
         R"("endValue":9000000,"events":[)" +
         repeated(rows, ",",
                  [](int i) {
                    return fmt::format(R"({{"type":"{}","frame":0,"at":{}}})", i % 2 == 0 ? 'O' : 'C', 10 * i);
                  }) +
         "]}]}";
}

std::string perfScript() {
  return repeated(rows, "\n", [](int i) {
    return fmt::format("python3  1/2 [002] {}.{:06}: 1 cycles: \n\t7f3b2c6d0000 f{}+0x2 (/usr/bin/python3)\n",
                       i / 10'000, i % 10'000 * 100, i % 2);
  });
}

using Loaded = Expected<std::shared_ptr<const Trace>>;

Loaded loadWithin(const std::string& path, const LoadOptions& options) {
  Progress progress;
  return load(path, options, {}, progress);
}

// Readers that take pieces look between them: small files need small ones.

/// `read(input, options, stop, progress)` within the limit of `options`.
template <typename Read>
Loaded readWithin(const std::string& path, const LoadOptions& options, const Read& read) {
  return withinMemory(path, options, {}, [&](const LoadOptions& limited, const std::stop_token& stop) -> Loaded {
    auto input = openInput(path);
    if (!input) {
      return std::unexpected(std::move(input.error()));
    }
    Progress progress;
    return read(std::make_shared<const Input>(std::move(*input)), limited, stop, progress);
  });
}

constexpr std::size_t smallPiece = std::size_t{1} << 16;

Loaded chromeWithin(const std::string& path, const LoadOptions& options) {
  return readWithin(path, options, [](auto input, const LoadOptions& limited, auto stop, Progress& progress) {
    return chrome::readChrome(input, {.load = limited, .pieceBytes = smallPiece}, stop, progress);
  });
}

Loaded perfettoWithin(const std::string& path, const LoadOptions& options) {
  return readWithin(path, options, [](auto input, const LoadOptions& limited, auto stop, Progress& progress) {
    return perfetto::readPerfetto(input, {.load = limited, .pieceBytes = smallPiece}, stop, progress);
  });
}

Loaded nsysWithin(const std::string& path, const LoadOptions& options) {
  return readWithin(path, options, [](auto input, const LoadOptions& limited, auto stop, Progress& progress) {
    constexpr std::int64_t fewRows = 4096;
    return nsys::readNsys(sqlite::DatabaseBytes::of(input).value(), sourceFileOf(*input), "",
                          {.load = limited, .rowsAtATime = fewRows}, stop, progress);
  });
}

struct Format {
  const char* name;
  const char* ending;
  std::string (*text)();
  Loaded (*load)(const std::string& path, const LoadOptions& options) = loadWithin;
};

class PartOfFile : public testing::TestWithParam<Format> {};

/// Walks down to where there is nothing to show. Whatever the limit: all of it, a part that says so, or the sentence.
TEST_P(PartOfFile, opensAsFarAsMemoryGoes) {
  const TemporaryFile file(GetParam().text(), GetParam().ending);
  const std::size_t all = load(file.path()).value()->spanCount();
  std::size_t least = all;
  for (std::uint64_t free = std::uint64_t{192} << 20; free > (std::uint64_t{3} << 20); free -= free / 4) {
    malloc_trim(0);  // memory freed by earlier tests would not count
    const auto trace = GetParam().load(file.path(), {.onPreview = {}, .maxMemory = ownMemory() + free});
    SCOPED_TRACE(fmt::format("{} MiB", free >> 20U));
    if (!trace) {
      EXPECT_EQ(trace.error().kind, Error::Kind::OutOfMemory);
      EXPECT_THAT(trace.error().message, mentions("needs-more-than-memory-limit", anyValue, anyValue));
      continue;
    }
    const bool isPart = (*trace)->report()[IssueKind::MemoryLimit].count > 0;
    EXPECT_EQ((*trace)->spanCount() < all, isPart) << (*trace)->spanCount();
    EXPECT_GT((*trace)->spanCount(), 0U);
    EXPECT_EQ((*trace)->report()[IssueKind::TruncatedInput].count, 0U);
    EXPECT_EQ(brokenPromise(**trace), "");
    least = std::min(least, (*trace)->spanCount());
  }
  EXPECT_LT(least, all) << "at no limit a part";  // the allocator decides at how many limits
}

INSTANTIATE_TEST_SUITE_P(
    Formats, PartOfFile,
    testing::Values(Format{"ChromeJson", ".json", chromeJson, chromeWithin}, Format{"EventTable", ".csv", eventTable},
                    Format{"Perfetto", ".pftrace", perfettoTrace, perfettoWithin},
                    Format{"Xplane", ".xplane.pb", xplaneProfile}, Format{"Nsys", ".sqlite", nsysExport, nsysWithin},
                    Format{"Rocm", ".db", rocmDatabase}, Format{"Recording", ".sqlite", recording},
                    Format{"Speedscope", ".json", speedscopeProfile}, Format{"PerfScript", ".perf", perfScript}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(PartOfFile, isNoneBeforeTheFirstEvent) {
  const TemporaryFile file(eventTable(), ".csv");
  Progress progress;
  const auto trace = load(file.path(), {.onPreview = {}, .maxMemory = 1}, {}, progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::OutOfMemory);
}

TEST(PartOfFile, isNoneOfWhatHasToBeDecodedFirst) {
  const std::string text = xplaneProfile();
  const TemporaryFile file(compressed(text, "gzip"), ".xplane.pb.gz");
  Progress progress;
  malloc_trim(0);
  const auto trace = load(file.path(), {.onPreview = {}, .maxMemory = ownMemory() + text.size()}, {}, progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::OutOfMemory);
  EXPECT_THAT(trace.error().message, mentions("needs-more-than-memory-limit", anyValue, anyValue));
}

}  // namespace
}  // namespace kernline::test
