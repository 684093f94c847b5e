// SPDX-License-Identifier: GPL-3.0-or-later
// A trace written as Parquet files, of which only a range of time is read again.
#include "core/analysis/quality/data_quality.h"
#include "core/model/format/time_range.h"
#include "core/model/trace/part_of_file.h"
#include "core/open/open_ranks.h"
#include "core/output/parquet/parquet_folder.h"
#include "core/output/reopen/groups_in_time.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using TracePtr = std::shared_ptr<const Trace>;
using parquet::groupsAtTimesOf;
using parquet::groupsInTime;
using Groups = std::vector<bool>;

class PartOfParquet : public testing::Test {
 protected:
  /// Writes it in small row groups; the `spans.parquet` of its first rank.
  [[nodiscard]] std::string write(const TracePtr& trace, std::size_t groupRows = 100) const {
    const auto written = writeParquet(trace, folder / "out", {.groupRows = groupRows});
    EXPECT_TRUE(written) << written.error().message.english();
    return folder / fmt::format("out/rank={}/spans.parquet", written ? written->ranks.front() : 0);
  }

  static TracePtr read(const std::string& path, const std::string& range = {}) {
    Progress progress;
    auto trace = load(path, {.onPreview = {}, .range = range}, {}, progress);
    EXPECT_TRUE(trace) << trace.error().message.english();
    return trace ? *trace : nullptr;
  }

  TemporaryFolder folder;
};

/// A tenth of the trace.
TimeRange tenthOf(const Trace& trace, int number) {
  const std::int64_t tenth = trace.bounds().length().ns / 10;
  const std::int64_t begin = trace.bounds().begin.ns + tenth * number;
  return {{begin}, {begin + tenth}};
}

/// Returns the events in a range of time, each as a line.
std::multiset<std::string> eventsIn(const Trace& trace, TimeRange range) {
  std::multiset<std::string> events;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.range(span).begin < range.end && range.begin < trace.range(span).end) {
      events.insert(fmt::format("{} {} {} on {}", trace.nameText(span), trace.start(span).ns, trace.duration(span).ns,
                                trace.text(trace.track(trace.trackOf(span)).title)));
    }
  }
  for (const Counter& counter : trace.counters()) {
    for (const Time time : trace.sampleTimes(counter)) {
      if (range.contains(time)) {
        events.insert(fmt::format("{} {}", trace.text(counter.name), time.ns));
      }
    }
  }
  for (const Instant& instant : trace.instants()) {
    if (range.contains(instant.time)) {
      events.insert(fmt::format("{} at {}", trace.text(instant.name), instant.time.ns));
    }
  }
  for (const MemoryEvent& event : trace.memoryEvents()) {
    if (range.contains(event.time)) {
      events.insert(fmt::format("{} bytes at {}", event.bytes, event.time.ns));
    }
  }
  for (const Flow& flow : trace.flows()) {
    if (range.contains(trace.start(flow.from)) && range.contains(trace.start(flow.to))) {
      events.insert(fmt::format("from {} to {}", trace.start(flow.from).ns, trace.start(flow.to).ns));
    }
  }
  return events;
}

std::size_t eventsOf(const Trace& trace) {
  std::size_t events = trace.spanCount() + trace.flows().size() + trace.instants().size() + trace.memoryEvents().size();
  for (const Counter& counter : trace.counters()) {
    events += trace.sampleTimes(counter).size();
  }
  return events;
}

std::size_t leftOutOf(const Trace& trace) {
  return trace.readWindow() ? trace.readWindow()->leftOut : 0;
}

class PartOfParquetOf : public PartOfParquet, public testing::WithParamInterface<const char*> {};

TEST_P(PartOfParquetOf, hasWhatTheWholeHasInThatTime) {
  const TracePtr whole = read(fixture(GetParam()));
  const std::string path = write(whole);
  for (const int number : {0, 3, 6, 9}) {
    const TimeRange range = tenthOf(*whole, number);
    const TracePtr part = read(path, exactRangeText(range));
    EXPECT_EQ(part->bounds(), whole->bounds()) << "times count from the same start";
    if (part->readWindow()) {
      const TimeRange all = part->readWindow()->read;
      EXPECT_EQ(part->readWindow()->asked, range);
      EXPECT_EQ(range.clippedTo(all), range);
      EXPECT_EQ(eventsIn(*part, all), eventsIn(*whole, all)) << "around it too";
    }
    EXPECT_EQ(eventsIn(*part, range), eventsIn(*whole, range)) << number;
    EXPECT_EQ(leftOutOf(*part), eventsOf(*whole) - eventsOf(*part)) << "nothing is dropped uncounted";
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, PartOfParquetOf,
                         testing::Values("h200-attention-original.json.gz", "h200-cuda-graph.json.gz",
                                         "h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz",
                                         "torch-compile-triton.json.gz", "chrome-flows.json.gz",
                                         "chrome-counters-with-ids.json", "chrome-instant-scopes.json",
                                         "chrome-lighthouse-m91.json", "damage/zero-time-outlier.json"));

TEST_F(PartOfParquet, saysSo) {
  const TracePtr whole = read(fixture("h200-profiler-steps.json.gz"));
  EXPECT_TRUE(missingPart(*whole).isEmpty());
  const TracePtr part = read(write(whole), exactRangeText(tenthOf(*whole, 6)));
  EXPECT_LT(part->spanCount(), whole->spanCount() / 2);
  EXPECT_THAT(missingPart(*part), mentions("only-range-was-read", anyValue));
  const DataQuality quality = DataQuality::of(*part);
  const DataIssue* issue = quality.find("outside_range");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, leftOutOf(*part));
  EXPECT_THAT(quality.missingPart().english(), testing::HasSubstr(missingPart(*part).english()));
}

TEST_F(PartOfParquet, saysSoInWhatIsExportedOfIt) {
  const TracePtr whole = read(fixture("h200-profiler-steps.json.gz"));
  const TracePtr part = read(write(whole), exactRangeText(tenthOf(*whole, 6)));
  ASSERT_TRUE(writeParquet(part, folder / "again", {}));
  const TracePtr again = read(folder / "again/rank=0/spans.parquet");
  EXPECT_FALSE(again->readWindow()) << "all of that file was read";
  EXPECT_EQ(missingPart(*again).english(), exportOfPart().english());
  EXPECT_EQ(again->spanCount(), part->spanCount());
}

TEST_F(PartOfParquet, showsTheBeginningOfALargeOneFirst) {
  const TracePtr whole = read(fixture("h200-attention-original.json.gz"));
  const std::string path = write(whole, 50);
  std::vector<TracePtr> previews;
  const LoadOptions options{.onPreview = [&](const TracePtr& preview) { previews.push_back(preview); }};
  Progress progress;
  const auto trace = load(path, options, {}, progress);
  ASSERT_TRUE(trace);
  ASSERT_EQ(previews.size(), 1U);
  const Trace& beginning = *previews.front();
  EXPECT_TRUE(beginning.isPreview());
  ASSERT_TRUE(beginning.readWindow());
  EXPECT_LT(beginning.spanCount(), whole->spanCount() / 4);
  EXPECT_EQ(eventsIn(beginning, beginning.readWindow()->read), eventsIn(*whole, beginning.readWindow()->read));
  EXPECT_FALSE((*trace)->isPreview());
  EXPECT_EQ(firstDifference(*whole, **trace), "");
  const LoadOptions ofRange{.onPreview = options.onPreview, .range = exactRangeText(tenthOf(*whole, 5))};
  EXPECT_TRUE(load(path, ofRange, {}, progress));
  EXPECT_EQ(previews.size(), 1U) << "a range is the beginning of nothing";
}

TEST_F(PartOfParquet, missesNothingThatMayLieOutside) {
  std::string json = R"([{"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "GPU"}})";
  for (int i = 1; i < 2000; ++i) {
    json += fmt::format(
        R"(,{{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": {0}0, "dur": 5, )"
        R"("args": {{"correlation": {0}}}}})"
        R"(,{{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": {1}0, "dur": 5, )"
        R"("args": {{"correlation": {0}, "device": 0, "stream": 7}}}})",
        i, i + 3000);
  }
  const TemporaryFile file(json + "]");
  const std::string path = write(read(file.path()));
  for (const TimeRange range : {TimeRange{{5'000'000}, {5'500'000}}, TimeRange{{40'000'000}, {40'500'000}}}) {
    const DataQuality quality = DataQuality::of(*read(path, exactRangeText(range)));
    EXPECT_NE(quality.find("outside_range"), nullptr);
    for (const char* missing :
         {"launches_without_work", "kernel_without_launch", "busy_while_idle", "step_without_device_work"}) {
      EXPECT_EQ(quality.find(missing), nullptr) << missing;
    }
  }
}

TEST_F(PartOfParquet, isTheWholeWhereTheRangeIs) {
  const TracePtr whole = read(fixture("chrome-counters-with-ids.json"));
  const TracePtr all = read(write(whole), "..");
  EXPECT_EQ(firstDifference(*whole, *all), "");
  EXPECT_TRUE(missingPart(*all).isEmpty());
}

TEST_F(PartOfParquet, hasSpansThatBeganLongBefore) {
  std::string json = R"([{"ph": "X", "name": "run", "pid": 1, "tid": 1, "ts": 1, "dur": 20000})";
  for (int i = 1; i < 2000; ++i) {
    json += fmt::format(R"(,{{"ph": "X", "name": "short {0}", "pid": 1, "tid": 2, "ts": {0}0, "dur": 5}})", i);
  }
  json += R"(,{"ph": "X", "name": "over the border", "pid": 1, "tid": 3, "ts": 9990, "dur": 3000}])";
  const TemporaryFile file(json);
  const TracePtr whole = read(file.path());
  const TimeRange range{{10'500'000}, {10'600'000}};
  const TracePtr part = read(write(whole), exactRangeText(range));
  const auto events = eventsIn(*part, range);
  EXPECT_EQ(events, eventsIn(*whole, range));
  EXPECT_EQ(events.size(), 10U + 2U);
  EXPECT_LE(part->spanCount(), 400U) << "a row group at each end, the one before, and that of the longest span";
}

TEST_F(PartOfParquet, isOfOneOfSeveralRanksToo) {
  Progress progress;
  const auto set = openRanks({fixture("ranks/ddp_straggler")}, {}, {}, {}, progress);
  ASSERT_TRUE(set);
  ASSERT_NE(write((*set)->trace), "");
  for (const int rank : {0, 1}) {
    const std::string path = folder / fmt::format("out/rank={}/spans.parquet", rank);
    const TracePtr whole = read(path);
    const TimeRange range = tenthOf(*whole, 5);
    const TracePtr part = read(path, exactRangeText(range));
    EXPECT_EQ(part->bounds(), whole->bounds());
    EXPECT_LT(part->spanCount(), whole->spanCount());
    EXPECT_EQ(eventsIn(*part, range), eventsIn(*whole, range));
  }
}

TEST_F(PartOfParquet, isTheWholeWhereTheExportDoesNotSayItsBounds) {
  const TracePtr whole = read(fixture("h200-profiler-steps.json.gz"));
  const std::string path = write(whole);
  std::string bytes = readFile(path);
  const std::size_t at = bytes.rfind("\"bounds\"");
  ASSERT_NE(at, std::string::npos);
  bytes[at + 1] = 'B';
  std::ofstream(path, std::ios::binary) << bytes;
  const TracePtr all = read(path, exactRangeText(tenthOf(*whole, 6)));
  EXPECT_EQ(firstDifference(*whole, *all), "");
  EXPECT_EQ(leftOutOf(*all), 0U);
}

TEST_F(PartOfParquet, saysWhatIsNoRange) {
  const std::string path = write(read(fixture("chrome-flows-simple.json")));
  Progress progress;
  EXPECT_FALSE(load(path, {.onPreview = {}, .range = "later"}, {}, progress));
}

TEST_F(PartOfParquet, ofDamagedFootersIsNoCrash) {
  const TracePtr whole = read(fixture("chrome-flows-simple.json"));
  const std::string path = write(whole);
  const std::string range = exactRangeText(tenthOf(*whole, 5));
  const std::string bytes = readFile(path);
  for (std::size_t at = bytes.size() * 2 / 3; at < bytes.size(); at += 3) {
    for (const unsigned change : {0x01U, 0x55U, 0xffU}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ change);
      std::ofstream(path, std::ios::binary) << changed;
      Progress progress;
      const auto trace = load(path, {.onPreview = {}, .range = range}, {}, progress);
      EXPECT_TRUE(trace || !trace.error().message.english().empty());
    }
  }
}

/// A table of ten rows a group, with the least and the greatest value of its columns.
parquet::TableFooter footerOf(const std::vector<std::pair<TimeRange, TimeRange>>& groups) {
  parquet::TableFooter footer;
  footer.columns.resize(2);
  footer.columns[0].name = "begin";
  footer.columns[1].name = "end";
  for (const auto& [begins, ends] : groups) {
    parquet::PlacedRows& group = footer.groups.emplace_back();
    group.rows = 10;
    for (const TimeRange& values : {begins, ends}) {
      group.columns.emplace_back().integers = {values.begin.ns, values.end.ns};
    }
  }
  return footer;
}

TEST(GroupsInTime, areThoseThatTouchItAndTwoBefore) {
  parquet::TableFooter footer = footerOf({{{{0}, {9}}, {{5}, {1000}}},
                                          {{{10}, {19}}, {{11}, {25}}},
                                          {{{20}, {29}}, {{21}, {30}}},
                                          {{{40}, {49}}, {{41}, {50}}},
                                          {{{50}, {59}}, {{51}, {60}}}});
  EXPECT_EQ(groupsInTime(footer, {"begin", "end"}, {{42}, {45}}), (Groups{true, false, true, true, false}));
  EXPECT_EQ(groupsInTime(footer, {"begin", "end"}, {{32}, {35}}), (Groups{true, true, true, false, false}))
      << "what was last before a gap";
  EXPECT_EQ(groupsInTime(footer, {"begin", "end"}, {{-5}, {-1}}), Groups(5, false));
  const auto readAt = [&](TimeRange range) {
    return parquet::readAround(range, {{0}, {1000}}, footer, {"begin", "end"},
                               groupsInTime(footer, {"begin", "end"}, range));
  };
  EXPECT_EQ(readAt({{42}, {45}}), (TimeRange{{26}, {50}})) << "between the row groups that are not read";
  EXPECT_EQ(readAt({{22}, {55}}), (TimeRange{{0}, {1000}}));
  footer.groups[4].columns[0].integers.reset();
  EXPECT_TRUE(groupsInTime(footer, {"begin", "end"}, {{22}, {23}})[4]) << "nothing is known of its times";
  EXPECT_EQ(groupsInTime(footer, {"begin", "none"}, {{42}, {45}}), Groups(5, true)) << "an unknown end may be late";
  EXPECT_EQ(rowsLeftOut(footer, {true, false, true, false, true}), 20U);
}

TEST(GroupsInTime, ofAnotherTableAreThoseAtTheSameTimes) {
  const parquet::TableFooter spans = footerOf({{{{0}, {9}}, {}}, {{{10}, {19}}, {}}, {{{20}, {29}}, {}}});
  const parquet::TableFooter flows = footerOf({{{{0}, {4}}, {}}, {{{5}, {12}}, {}}, {{{13}, {29}}, {}}});
  EXPECT_EQ(groupsAtTimesOf(flows, "begin", spans, "begin", {true, false, false}), (Groups{true, true, false}));
  EXPECT_EQ(groupsAtTimesOf(flows, "begin", spans, "begin", {false, false, true}), (Groups{false, false, true}));
  EXPECT_EQ(groupsAtTimesOf(flows, "other", spans, "begin", {false, true, false}), Groups(3, true));
}

}  // namespace
}  // namespace kernline::test
