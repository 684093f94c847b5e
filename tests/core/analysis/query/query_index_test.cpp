// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/query_index.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::sketch;

TEST(BusyDensity, streamsThatRunAtOnceCountOnce) {
  const auto trace = sketch(R"(ns
    gpu 0/7: a 0+500
    gpu 0/8: b 250+500)");
  const BusyDensity density = busyDensity(*trace, ProcessId{0}, {{0}, {1000}}, 4);
  EXPECT_EQ(density.shares, (std::vector<float>{1, 1, 1, 0}));
}

TEST(BusyDensity, partOfASliceIsAShareOfIt) {
  const auto trace = sketch("ns\n gpu 0/7: a 100+50");
  const BusyDensity density = busyDensity(*trace, ProcessId{0}, {{0}, {400}}, 4);
  EXPECT_FLOAT_EQ(density.shares[1], 0.5F);
  EXPECT_FLOAT_EQ(density.shares[0], 0);
}

TEST(BusyDensity, waitingIsNoWork) {
  const auto trace = sketch("ns\n gpu 0/7: Stream Sync 0+100 [device_sync]");
  EXPECT_EQ(busyDensity(*trace, ProcessId{0}, {{0}, {100}}, 1).shares[0], 0);
}

TEST(BusyDensity, aHostProcessIsBusyWithAnything) {
  const auto trace = sketch(R"(ns
    cpu 1: op 0+50
    cpu 1: call 10+20 [runtime])");
  EXPECT_FLOAT_EQ(busyDensity(*trace, ProcessId{0}, {{0}, {100}}, 1).shares[0], 0.5F);
}

TEST(QueryIndex, activityIsThatOfTheDevicesWhereThereAreAny) {
  const auto trace = sketch(R"(
    cpu 1: op 0+100
    gpu 0/7: a 0+100
    gpu 1/7: b 0+100)");
  const auto index = QueryIndex::build(trace);
  ASSERT_EQ(index->activity().size(), 2U);
  EXPECT_EQ(trace->process(index->activity()[0].process).device, 0);
  EXPECT_EQ(trace->process(index->activity()[1].process).device, 1);
}

TEST(QueryIndex, withoutDevicesTheHostIsShown) {
  EXPECT_EQ(QueryIndex::build(sketch("cpu 1: Frontend 0+100 [other]"))->activity().size(), 1U);
}

TEST(QueryIndex, instantsAreFoundByTheirTrackInTimeOrder) {
  test::HandMadeTrace made;
  const ProcessId host = made.process("1");
  const TrackId first = made.track(host, "1", TrackKind::Thread);
  const TrackId second = made.track(host, "2", TrackKind::Thread);
  made.span(first, SpanKind::Op, "op", 0, 10);
  made.span(second, SpanKind::Op, "op", 0, 10);
  made.instant(second, "b", 50);
  made.instant(first, "x", 40);
  made.instant(second, "a", 20);
  const auto trace = made.build();
  const auto index = QueryIndex::build(trace);
  const auto own = index->instantsOf(trace->trackOf(SpanId{1}));
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(trace->text(trace->instants()[own[0]].name), "a");
  EXPECT_EQ(trace->text(trace->instants()[own[1]].name), "b");
  EXPECT_EQ(index->instantsOf(trace->trackOf(SpanId{0})).size(), 1U);
}

TEST(QueryIndex, aStoppedBuildGivesNothing) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(QueryIndex::build(sketch("gpu 0/7: a 0+100"), stop.get_token()), nullptr);
}

TEST(QueryIndex, anEmptyTraceHasAnEmptyIndex) {
  const auto index = QueryIndex::build(sketch(""));
  ASSERT_NE(index, nullptr);
  EXPECT_TRUE(index->activity().empty());
}

}  // namespace
}  // namespace kernline
