// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/query_index.h"

#include "tests/core/analysis/query/small_trace.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::SmallTrace;

TEST(BusyDensity, streamsThatRunAtOnceCountOnce) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  small.span(small.stream(gpu, "7"), 0, 500, "a");
  small.span(small.stream(gpu, "8"), 250, 500, "b");
  const auto trace = small.build();
  const BusyDensity density = busyDensity(*trace, ProcessId{0}, {{0}, {1000}}, 4);
  EXPECT_EQ(density.shares, (std::vector<float>{1, 1, 1, 0}));
}

TEST(BusyDensity, partOfASliceIsAShareOfIt) {
  SmallTrace small;
  small.span(small.stream(small.device("GPU"), "7"), 100, 50, "a");
  const auto trace = small.build();
  const BusyDensity density = busyDensity(*trace, ProcessId{0}, {{0}, {400}}, 4);
  EXPECT_FLOAT_EQ(density.shares[1], 0.5F);
  EXPECT_FLOAT_EQ(density.shares[0], 0);
}

TEST(BusyDensity, waitingIsNoWork) {
  SmallTrace small;
  small.span(small.stream(small.device("GPU"), "7"), 0, 100, "Stream Sync", SpanKind::DeviceSync);
  const auto trace = small.build();
  EXPECT_EQ(busyDensity(*trace, ProcessId{0}, {{0}, {100}}, 1).shares[0], 0);
}

TEST(BusyDensity, aHostProcessIsBusyWithAnything) {
  SmallTrace small;
  const TrackId thread = small.thread(small.process("python"), "1");
  small.span(thread, 0, 50, "op", SpanKind::Op);
  small.span(thread, 10, 20, "call", SpanKind::Runtime);
  const auto trace = small.build();
  EXPECT_FLOAT_EQ(busyDensity(*trace, ProcessId{0}, {{0}, {100}}, 1).shares[0], 0.5F);
}

TEST(QueryIndex, activityIsThatOfTheDevicesWhereThereAreAny) {
  SmallTrace small;
  const ProcessId host = small.process("python");
  small.span(small.thread(host, "1"), 0, 100, "op", SpanKind::Op);
  small.span(small.stream(small.device("GPU 0", 0), "7"), 0, 100, "a");
  small.span(small.stream(small.device("GPU 1", 1), "7"), 0, 100, "b");
  const auto trace = small.build();
  const auto index = QueryIndex::build(trace);
  ASSERT_EQ(index->activity().size(), 2U);
  EXPECT_EQ(trace->process(index->activity()[0].process).device, 0);
  EXPECT_EQ(trace->process(index->activity()[1].process).device, 1);
}

TEST(QueryIndex, withoutDevicesTheHostIsShown) {
  SmallTrace small;
  small.span(small.thread(small.process("clang"), "1"), 0, 100, "Frontend", SpanKind::Other);
  EXPECT_EQ(QueryIndex::build(small.build())->activity().size(), 1U);
}

TEST(QueryIndex, instantsAreFoundByTheirTrackInTimeOrder) {
  SmallTrace small;
  const ProcessId host = small.process("python");
  const TrackId first = small.thread(host, "1");
  const TrackId second = small.thread(host, "2");
  small.span(first, 0, 10, "op", SpanKind::Op);
  small.span(second, 0, 10, "op", SpanKind::Op);
  small.instant(second, 50, "b");
  small.instant(first, 40, "x");
  small.instant(second, 20, "a");
  const auto trace = small.build();
  const auto index = QueryIndex::build(trace);
  const auto own = index->instantsOf(trace->trackOf(SpanId{1}));
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(trace->text(trace->instants()[own[0]].name), "a");
  EXPECT_EQ(trace->text(trace->instants()[own[1]].name), "b");
  EXPECT_EQ(index->instantsOf(trace->trackOf(SpanId{0})).size(), 1U);
}

TEST(QueryIndex, aStoppedBuildGivesNothing) {
  SmallTrace small;
  small.span(small.stream(small.device("GPU"), "7"), 0, 100, "a");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(QueryIndex::build(small.build(), stop.get_token()), nullptr);
}

TEST(QueryIndex, anEmptyTraceHasAnEmptyIndex) {
  SmallTrace small;
  const auto index = QueryIndex::build(small.build());
  ASSERT_NE(index, nullptr);
  EXPECT_TRUE(index->activity().empty());
}

}  // namespace
}  // namespace kernline
