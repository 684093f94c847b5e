// SPDX-License-Identifier: GPL-3.0-or-later
// A trace written as Parquet files and opened again.
#include "core/output/reopen/read_parquet.h"

#include "core/analysis/communication/collective_call.h"
#include "core/open/open_ranks.h"
#include "core/output/parquet/parquet_folder.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;
using TracePtr = std::shared_ptr<const Trace>;

TracePtr opened(const std::string& path) {
  Progress progress;
  auto document = openDocument(path, {}, {}, progress);
  if (!document) {
    ADD_FAILURE() << document.error().message.english();
    return nullptr;
  }
  const auto* trace = std::get_if<TracePtr>(&*document);
  return trace == nullptr ? nullptr : *trace;
}

class ReopenedParquet : public testing::Test {
 protected:
  /// Writes it, and returns the folder of its rank.
  [[nodiscard]] std::string write(const TracePtr& trace, ParquetOptions options = {}) const {
    options.groupRows = std::min<std::size_t>(options.groupRows, 100);
    const auto written = writeParquet(trace, folder / "out", options);
    EXPECT_TRUE(written) << written.error().message.english();
    return folder / fmt::format("out/rank={}", written ? written->ranks.front() : 0);
  }

  TemporaryFolder folder;
};

class ReopenedParquetOf : public ReopenedParquet, public testing::WithParamInterface<const char*> {};

TEST_P(ReopenedParquetOf, aTraceIsThatTrace) {
  const TracePtr trace = opened(fixture(GetParam()));
  ASSERT_NE(trace, nullptr);
  const TracePtr read = opened(write(trace));
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(firstDifference(*trace, *read), "");
  EXPECT_THAT(read->sources()[0].format, says("kernline-parquet-export"));
  EXPECT_EQ(read->metadata().size(), trace->metadata().size());
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, ReopenedParquetOf,
    testing::Values("h200-attention-original.json.gz", "h200-cuda-graph.json.gz", "h200-jax.json.gz",
                    "h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz", "torch-rocm-mi250.json.gz",
                    "torch-compile-triton.json.gz", "begin-end-trouble.json", "chrome-flows.json.gz",
                    "chrome-counters-with-ids.json", "chrome-instant-scopes.json", "chrome-stack-frames.json",
                    "chrome-nestable-async.json", "tensorflow-timeline-gpu.json.gz", "chrome-lighthouse-m91.json",
                    "viztracer-logging.json", "damage/partial-overlap.json", "damage/zero-time-outlier.json",
                    "damage/ambiguous-launch.json", "damage/dangling-flow.json"));

TEST_F(ReopenedParquet, keepsArgsWhereTheyWereWritten) {
  const TracePtr trace = opened(fixture("h200-profiler-steps.json.gz"));
  const TracePtr read = opened(write(trace, {.withArgs = true}));
  ASSERT_NE(read, nullptr);
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    ASSERT_EQ(flatText(read->details(SpanId{i}).args), flatText(trace->details(SpanId{i}).args)) << i;
  }
}

TEST_F(ReopenedParquet, keepsWhatIsSaidOfCollectivesInAnyCase) {
  const TracePtr trace = opened(fixture("ranks/ddp_straggler/rank0.json.gz"));
  const TracePtr read = opened(write(trace));
  ASSERT_NE(read, nullptr);
  const RankCalls before = readCollectives(*trace);
  const RankCalls after = readCollectives(*read);
  ASSERT_FALSE(before.calls.empty());
  ASSERT_EQ(after.calls.size(), before.calls.size());
  for (std::size_t i = 0; i < before.calls.size(); ++i) {
    EXPECT_EQ(after.calls[i].group, before.calls[i].group);
    EXPECT_EQ(after.calls[i].bytes, before.calls[i].bytes);
    EXPECT_EQ(after.calls[i].sequence, before.calls[i].sequence);
  }
}

TEST_F(ReopenedParquet, ofSeveralRanksAreThoseRanks) {
  Progress progress;
  const auto profiles = openRanks({fixture("ranks/ddp_straggler")}, {}, {}, {}, progress);
  ASSERT_TRUE(profiles);
  const auto written = writeParquet((*profiles)->trace, folder / "out", {});
  ASSERT_TRUE(written);
  ASSERT_EQ(written->ranks.size(), 2U);
  const auto again = openRanks({folder / "out"}, {}, {}, {}, progress);
  ASSERT_TRUE(again) << again.error().message.english();
  ASSERT_EQ((*again)->files.size(), (*profiles)->files.size());
  EXPECT_EQ((*again)->collectives.size(), (*profiles)->collectives.size());
  EXPECT_EQ((*again)->trace->spanCount(), (*profiles)->trace->spanCount());
  const TracePtr one = opened(folder / "out/rank=1");
  ASSERT_NE(one, nullptr);
  EXPECT_LT(one->spanCount(), (*profiles)->trace->spanCount());
  EXPECT_EQ(rankFileOf(one).rank, 1);
}

TEST_F(ReopenedParquet, isReadByThreadsAsByOne) {
  const std::string rank = write(opened(fixture("h200-profiler-steps.json.gz")), {.withArgs = true});
  Progress progress;
  const auto one = load(rank + "/spans.parquet", {.threads = 1, .onPreview = {}}, {}, progress);
  const auto many = load(rank + "/spans.parquet", {.threads = 5, .onPreview = {}}, {}, progress);
  ASSERT_TRUE(one && many);
  EXPECT_EQ(firstDifference(**one, **many), "");
}

TEST_F(ReopenedParquet, ofEqualSpansIsNotTakenForDamaged) {
  std::string json = "[";
  for (int i = 1; i <= 200'000; ++i) {
    json += fmt::format(R"({}{{"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":{},"dur":1}})",
                        i == 1 ? "" : ",\n", i * 2);
  }
  const TemporaryFile file(json + "]");
  const auto written = writeParquet(opened(file.path()), folder / "out", {});
  ASSERT_TRUE(written) << written.error().message.english();
  const std::string spans = folder / "out/rank=0/spans.parquet";
  EXPECT_LT(fs::file_size(spans), 200'000 / 10) << "they pack well";
  const TracePtr read = opened(spans);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->spanCount(), 200'000U);
}

TEST_F(ReopenedParquet, countsTablesThatAreGone) {
  const TracePtr trace = opened(fixture("chrome-flows.json.gz"));
  const std::string rank = write(trace);
  fs::remove(rank + "/flows.parquet");
  fs::remove(rank + "/kernels.parquet");
  const TracePtr read = opened(rank);
  ASSERT_NE(read, nullptr);
  EXPECT_TRUE(read->flows().empty());
  EXPECT_EQ(read->spanCount(), trace->spanCount());
  EXPECT_EQ(read->report()[IssueKind::BrokenEvent].count, trace->report()[IssueKind::BrokenEvent].count + 1);
}

TEST_F(ReopenedParquet, refusesOtherTablesInWords) {
  const std::string rank = write(opened(fixture("chrome-trivial.json")));
  const auto kernels = load(rank + "/kernels.parquet");
  ASSERT_FALSE(kernels);
  EXPECT_THAT(kernels.error().message, mentions("looks-like-table-of-own-parquet"));
  const TemporaryFile foreign("PAR1 some other writer's PAR1", ".parquet");
  const auto refused = load(foreign.path());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, mentions("looks-like-foreign-parquet"));
}

TEST_F(ReopenedParquet, saysWherePagesWereChanged) {
  const TracePtr trace = opened(fixture("chrome-flows-simple.json"));
  const std::string path = write(trace) + "/spans.parquet";
  const std::string bytes = readFile(path);
  std::uint32_t footer = 0;
  std::memcpy(&footer, bytes.data() + bytes.size() - 8, sizeof(footer));
  for (std::size_t at = 4; at < bytes.size() - 8 - footer; ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    std::ofstream(path, std::ios::binary) << changed;
    const auto read = load(path);
    EXPECT_TRUE(!read || firstDifference(*trace, **read).empty() ||
                (*read)->report()[IssueKind::BrokenEvent].count > trace->report()[IssueKind::BrokenEvent].count)
        << "byte " << at;
  }
}

TEST_F(ReopenedParquet, cutOrChangedAnywhereIsNoCrash) {
  const std::string path = write(opened(fixture("chrome-flows-simple.json"))) + "/spans.parquet";
  const std::string bytes = readFile(path);
  const auto rewritten = [&](std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
    const auto read = load(path);
    EXPECT_TRUE(read || !read.error().message.english().empty());
  };
  for (std::size_t length = 20; length < bytes.size(); length += bytes.size() / 40) {
    rewritten(std::string_view(bytes).substr(0, length));
  }
  for (std::size_t at = 20; at < bytes.size(); at += 7) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    rewritten(changed);
  }
}

}  // namespace
}  // namespace kernline::test
