// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_spans.h"

#include "core/analysis/query/query_index.h"
#include "tests/core/analysis/query/small_trace.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::named;
using test::SmallTrace;

class ThreeKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    SmallTrace small;
    const TrackId stream = small.stream(small.device("GPU"), "7");
    small.span(stream, 100, 50, "a");
    small.span(stream, 200, 50, "b");
    small.span(stream, 300, 50, "a");
    m_trace = small.build();
  }

  [[nodiscard]] const Lane& lane() const { return m_trace->lane(LaneId{0}); }
  [[nodiscard]] SpanInterval in(std::int64_t begin, std::int64_t end) const {
    return spansIn(*m_trace, lane(), {{begin}, {end}});
  }

  std::shared_ptr<const Trace> m_trace;
};

TEST_F(ThreeKernels, aRangeFindsWhatItTouches) {
  EXPECT_EQ(in(0, 1000), (SpanInterval{0, 3}));
  EXPECT_EQ(in(120, 210), (SpanInterval{0, 2}));
  EXPECT_EQ(in(150, 200), (SpanInterval{1, 1}));
  EXPECT_TRUE(in(150, 200).isEmpty());
  EXPECT_EQ(in(149, 200), (SpanInterval{0, 1}));
  EXPECT_TRUE(in(400, 500).isEmpty());
  EXPECT_TRUE(in(0, 100).isEmpty());
}

TEST_F(ThreeKernels, anEndIsNotPartOfASpan) {
  EXPECT_EQ(spanAt(*m_trace, lane(), {149}), SpanId{0});
  EXPECT_EQ(spanAt(*m_trace, lane(), {150}), SpanId::none);
  EXPECT_EQ(spanAt(*m_trace, lane(), {200}), SpanId{1});
}

TEST_F(ThreeKernels, neighboursEndAtTheLanesEnds) {
  EXPECT_EQ(nextOnLane(*m_trace, SpanId{0}), SpanId{1});
  EXPECT_EQ(nextOnLane(*m_trace, SpanId{2}), SpanId::none);
  EXPECT_EQ(previousOnLane(*m_trace, SpanId{0}), SpanId::none);
  EXPECT_EQ(previousOnLane(*m_trace, SpanId{2}), SpanId{1});
}

TEST_F(ThreeKernels, theNextOfTheSameNameSkipsOthers) {
  EXPECT_EQ(nextOfSameName(*m_trace, SpanId{0}), SpanId{2});
  EXPECT_EQ(nextOfSameName(*m_trace, SpanId{2}), SpanId::none);
  EXPECT_EQ(previousOfSameName(*m_trace, SpanId{2}), SpanId{0});
  EXPECT_EQ(previousOfSameName(*m_trace, SpanId{1}), SpanId::none);
}

TEST_F(ThreeKernels, theOneThatCoversMostIsMeant) {
  EXPECT_EQ(findDominantSpan(*m_trace, lane(), nullptr, {{140}, {230}}), SpanId{1});
  EXPECT_EQ(findDominantSpan(*m_trace, lane(), nullptr, {{110}, {205}}), SpanId{0});
  EXPECT_EQ(findDominantSpan(*m_trace, lane(), nullptr, {{160}, {190}}), SpanId::none);
}

TEST(LaneSpans, ofTwoRowsTheSameNameIsFoundInTimeOrder) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  const TrackId first = small.stream(gpu, "7");
  const TrackId second = small.stream(gpu, "8");
  small.span(first, 0, 10, "k");
  small.span(first, 100, 10, "k");
  small.span(second, 50, 10, "k");
  const auto trace = small.build();
  const SpanId middle = nextOfSameName(*trace, SpanId{0});
  ASSERT_NE(middle, SpanId::none);
  EXPECT_EQ(trace->start(middle), Time{50});
  EXPECT_EQ(trace->start(nextOfSameName(*trace, middle)), Time{100});
}

TEST(LaneSpans, theFirstChildStartsWithinItsParent) {
  SmallTrace small;
  const TrackId thread = small.thread(small.process("python"), "1");
  small.span(thread, 0, 100, "outer", SpanKind::Op);
  small.span(thread, 20, 30, "inner", SpanKind::Op);
  small.span(thread, 200, 100, "childless", SpanKind::Op);
  const auto trace = small.build();
  EXPECT_EQ(firstChild(*trace, named(*trace, "outer")), named(*trace, "inner"));
  EXPECT_EQ(firstChild(*trace, named(*trace, "childless")), SpanId::none);
  EXPECT_EQ(firstChild(*trace, named(*trace, "inner")), SpanId::none);
}

TEST(LaneSpans, amongThousandsTheLongestIsMeant) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  for (int i = 0; i < 5000; ++i) {
    small.span(stream, i * 100, i == 3000 ? 90 : 10, i == 3000 ? "long" : "short");
  }
  const auto trace = small.build();
  const auto index = QueryIndex::build(trace);
  const TimeRange all{{0}, {500'000}};
  EXPECT_EQ(findDominantSpan(*trace, trace->lane(LaneId{0}), &index->lane(LaneId{0}), all), named(*trace, "long"));
}

}  // namespace
}  // namespace kernline
