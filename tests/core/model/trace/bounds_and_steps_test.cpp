// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/trace/tested_builder.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;

TEST(Bounds, reachFromTheFirstStartToTheLastEnd) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 100, 10);
  small.add(one, "b", 50, 500);
  small.add(one, "c", 200, 10);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{50}, {550}}));
}

TEST(Bounds, ofAnEmptyTraceAreEmpty) {
  TestedBuilder small;
  const auto trace = small.build();
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->bounds().isEmpty());
  EXPECT_EQ(trace->spanCount(), 0U);
}

TEST(Bounds, mayLieBelowZero) {
  TestedBuilder small;
  small.add(small.thread("1"), "a", -500, 100);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{-500}, {-400}}));
}

constexpr std::int64_t epoch = 1'700'000'000'000'000'000;

TEST(Bounds, leaveOutWhatSitsAtTimeZeroBesideEpochTimes) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  const std::uint64_t offset = small.add(one, "stray", 0, 0);
  small.add(one, "a", epoch, 1000);
  small.add(one, "b", epoch + 2000, 1000);
  const auto trace = small.build();
  EXPECT_EQ(trace->bounds(), (TimeRange{{epoch}, {epoch + 3000}}));
  EXPECT_TRUE(has(trace->flags(spanNamed(*trace, "stray")), SpanFlags::OutsideBounds));
  EXPECT_FALSE(has(trace->flags(spanNamed(*trace, "a")), SpanFlags::OutsideBounds));
  EXPECT_EQ(trace->report()[IssueKind::ZeroTimeOutlier].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::ZeroTimeOutlier].firstOffset, offset);
}

TEST(Bounds, beginAtZeroWhereTheTraceDoes) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 0, 10);
  small.add(one, "b", 1'000'000, 10);
  const auto trace = small.build();
  EXPECT_EQ(trace->bounds().begin.ns, 0);
  EXPECT_EQ(trace->report()[IssueKind::ZeroTimeOutlier].count, 0U);
}

TEST(Bounds, includeInstantsAndCounters) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 100, 10);
  Instant instant;
  instant.time = {50};
  instant.track = one;
  small.builder.addInstant(instant);
  Counter counter;
  counter.name = small.builder.intern("load");
  const CounterId id = small.builder.addCounter(counter);
  small.builder.addSample(id, {400}, 2.5);
  small.builder.addSample(id, {300}, 1.5);
  const auto trace = small.build();
  EXPECT_EQ(trace->bounds().begin.ns, 50);
  EXPECT_GE(trace->bounds().end.ns, 400);
  EXPECT_THAT(samplesOf(*trace, "load", ""), ElementsAre(std::pair{300, 1.5}, std::pair{400, 2.5}));
  EXPECT_EQ(trace->counters()[0].minimum, 1.5);
  EXPECT_EQ(trace->counters()[0].maximum, 2.5);
}

void addInstant(TestedBuilder& small, TrackId track, std::string_view name, std::int64_t timeNs) {
  Instant instant;
  instant.time = {timeNs};
  instant.track = track;
  instant.name = small.builder.intern(name);
  small.builder.addInstant(instant);
}

TEST(Bounds, areNotWidenedByMarksOfTheRecordingItself) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 100, 1000);
  addInstant(small, one, "Iteration Start: PyTorch Profiler", 50);
  addInstant(small, one, "Record Window End", 1300);
  const auto trace = small.build();
  EXPECT_EQ(trace->bounds(), (TimeRange{{100}, {1100}}));
  EXPECT_EQ(trace->instants().size(), 2U) << "they are kept";
}

TEST(Bounds, areNotWidenedByTheRowsOfTheProfilerItself) {
  TestedBuilder small;
  small.add(small.thread("1"), "a", 1000, 50);
  small.add(small.addTrack(small.addProcess("Spans", -1), "PyTorch Profiler", TrackKind::Bookkeeping),
            "PyTorch Profiler (0)", 100, 90'000);
  const auto trace = small.build();
  EXPECT_EQ(trace->bounds(), (TimeRange{{1000}, {1050}}));
  EXPECT_EQ(trace->spanCount(), 2U) << "they are kept";
}

TEST(Bounds, areWidenedByWhatTheProfilerCosts) {
  TestedBuilder small;
  small.add(small.thread("1"), "a", 1000, 50);
  small.add(small.addTrack(small.addProcess("-1", -1), "0", TrackKind::Bookkeeping), "Buffer Flush", 1040, 100,
            SpanKind::Overhead);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{1000}, {1140}}));
}

TEST(Bounds, areThoseOfTheProfilersRowsWhereThereIsNothingElse) {
  TestedBuilder small;
  small.add(small.addTrack(small.addProcess("Spans", -1), "PyTorch Profiler", TrackKind::Bookkeeping),
            "PyTorch Profiler (0)", 100, 90'000);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{100}, {90'100}}));
}

TEST(Bounds, areNotWidenedByAFewInstantsFarFromEverythingElse) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  for (int i = 0; i < 20; ++i) {
    small.add(one, "a", 1000 + i * 100, 50);
  }
  addInstant(small, one, "near", 4000);
  addInstant(small, one, "far", 9000);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{1000}, {4000}}));
}

TEST(Bounds, reachToInstantsWhereTheyAreMany) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 1000, 50);
  addInstant(small, one, "log", 9000);
  addInstant(small, one, "log", 9900);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{1000}, {9900}}));
}

TEST(Bounds, reachToInstantsWhereThereIsNothingElse) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  addInstant(small, one, "Record Window End", 9000);
  addInstant(small, one, "log", 100);
  EXPECT_EQ(small.build()->bounds(), (TimeRange{{100}, {9000}}));
}

TEST(Bounds, surviveContentAndInstantsAtBothEndsOfTime) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  for (int i = 0; i < 20; ++i) {
    small.add(one, "a", INT64_MIN + 10 + i, 1);
  }
  addInstant(small, one, "far", INT64_MAX);
  EXPECT_EQ(small.build()->bounds().end.ns, INT64_MIN + 30);
}

std::vector<std::string> stepNames(const Trace& trace) {
  std::vector<std::string> names;
  for (const Step& step : trace.steps()) {
    names.emplace_back(trace.text(step.name));
  }
  return names;
}

TEST(Steps, areTheProfilerStepsInTimeOrder) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "ProfilerStep#2", 300, 100, SpanKind::Annotation);
  small.add(one, "ProfilerStep#1", 100, 100, SpanKind::Annotation);
  small.add(one, "Optimizer.step#Adam.step", 120, 10, SpanKind::Annotation);
  const auto trace = small.build();
  EXPECT_THAT(stepNames(*trace), ElementsAre("ProfilerStep#1", "ProfilerStep#2"));
  EXPECT_EQ(trace->steps()[0].range, (TimeRange{{100}, {200}}));
  EXPECT_EQ(trace->steps()[0].span, spanNamed(*trace, "ProfilerStep#1"));
}

TEST(Tracks, comeWithDevicesFirst) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.add(thread, "op", 0, 10, SpanKind::Op);
  small.add(stream, "kernel", 0, 10, SpanKind::Kernel);
  const auto trace = small.build();
  EXPECT_EQ(trace->track(TrackId{0}).kind, TrackKind::Stream);
  EXPECT_EQ(trace->text(trace->track(TrackId{0}).tid), "7");
  EXPECT_FALSE(trace->text(trace->track(TrackId{0}).title).empty());
  EXPECT_EQ(trace->track(TrackId{0}).extent, (TimeRange{{0}, {10}}));
}

TEST(Tracks, followTheirSortIndex) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  const TrackId two = small.thread("2");
  const TrackId ten = small.thread("10");
  small.builder.track(two).sortIndex = -5;
  for (const TrackId track : {ten, two, one}) {
    small.add(track, "x", 0, 10);
  }
  const auto trace = small.build();
  std::vector<std::string> tids;
  for (const Track& track : trace->tracks()) {
    tids.emplace_back(trace->text(track.tid));
  }
  EXPECT_THAT(tids, ElementsAre("2", "1", "10"));
}

TEST(TraceBuilder, aStopRequestGivesNoTrace) {
  TestedBuilder small;
  small.add(small.thread("1"), "x", 0, 10);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(small.builder.build(2, stop.get_token()), nullptr);
}

}  // namespace
}  // namespace kernline::test
