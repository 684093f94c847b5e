// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that say what others say already do not enter sums.
#include "core/analysis/statistics/repeated_rows.h"

#include "core/analysis/calls/call_tree.h"
#include "core/analysis/statistics/statistics.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kernline::test {
namespace {

std::set<std::string> titlesOfRepeated(const Trace& trace) {
  const std::vector<bool> isRepeated = repeatedRows(trace);
  std::set<std::string> titles;
  for (std::size_t t = 0; t < isRepeated.size(); ++t) {
    if (isRepeated[t]) {
      titles.emplace(trace.text(trace.tracks()[t].name));
    }
  }
  return titles;
}

std::int64_t hostTotal(const CallTree& tree) {
  return tree.total(CallTree::root, CallWeight::Host);
}

TEST(RepeatedRows, ofClangAreItsTotals) {
  const auto trace = load(fixture("clang-14-time-trace.json"));
  ASSERT_TRUE(trace);
  const Statistics sums = statistics(**trace, {});
  EXPECT_GT(sums.repeated, 0U);
  EXPECT_EQ(sums.count + sums.repeated, (*trace)->spanCount());
  EXPECT_TRUE(std::ranges::none_of(sums.rows, [](const StatisticsRow& row) { return row.name.starts_with("Total "); }));
  // One thread compiled: all threads together took as long as it did.
  EXPECT_LE(hostTotal(callTree(**trace, {}, 2)), (*trace)->bounds().length().ns);
  EXPECT_LE(sums.busy, (*trace)->bounds().length());
}

TEST(RepeatedRows, ofStackSamplesStandBesideTheThreadsOwnSpans) {
  HandMadeTrace made;
  const ProcessId host = made.process("100");
  made.span(made.track(host, "1", TrackKind::Thread), SpanKind::Other, "work", 0, 100);
  Track samples;
  samples.process = host;
  samples.kind = TrackKind::Thread;
  samples.name = made.builder.intern("1 · samples");
  const TrackId row = made.builder.addTrack(samples);
  made.span(row, SpanKind::Other, "main", 0, 90);
  const auto trace = made.build();
  EXPECT_EQ(titlesOfRepeated(*trace), std::set<std::string>{"1 · samples"});
  const Statistics sums = statistics(*trace, {});
  EXPECT_EQ(sums.count, 1U);
  EXPECT_EQ(sums.total.ns, 100);
  EXPECT_EQ(sums.repeated, 1U);
  EXPECT_EQ(hostTotal(callTree(*trace, {}, 1)), 100);
  EXPECT_EQ(callTracks(*trace).size(), 2U) << "alone it can be asked for";
}

TEST(RepeatedRows, areNoneWhereSamplesAreAllThereIs) {
  HandMadeTrace made;
  Track samples;
  samples.process = made.process("100");
  samples.kind = TrackKind::Thread;
  samples.name = made.builder.intern("1 · samples");
  made.span(made.builder.addTrack(samples), SpanKind::Other, "main", 0, 90);
  const auto trace = made.build();
  EXPECT_TRUE(titlesOfRepeated(*trace).empty());
  EXPECT_EQ(statistics(*trace, {}).total.ns, 90);
}

TEST(RepeatedRows, areNotThoseThatAreOnlyCalledSo) {
  HandMadeTrace made;
  const ProcessId host = made.process("100");
  made.span(made.track(host, "1", TrackKind::Thread), SpanKind::Other, "loss", 0, 100);
  made.span(made.track(host, "2", TrackKind::Thread), SpanKind::Other, "Total recall", 0, 90);
  EXPECT_TRUE(titlesOfRepeated(*made.build()).empty());
}

TEST(RepeatedRows, countWhereAPersonChoseThem) {
  const auto trace = load(fixture("clang-14-time-trace.json"));
  ASSERT_TRUE(trace);
  auto all = std::make_shared<std::vector<SpanId>>();
  for (std::uint32_t i = 0; i < (*trace)->spanCount(); ++i) {
    all->push_back(SpanId{i});
  }
  StatisticsOptions options;
  options.among = all;
  EXPECT_EQ(statistics(**trace, options).count, (*trace)->spanCount());
}

TEST(RepeatedRows, areFoundInEveryFileOfClang) {
  for (const std::string& file : sharedFilesBelow("traces/clang", {".json"})) {
    const auto trace = load(shared(file));
    ASSERT_TRUE(trace) << file;
    EXPECT_GT(statistics(**trace, {}).repeated, 0U) << file;
  }
}

}  // namespace
}  // namespace kernline::test
