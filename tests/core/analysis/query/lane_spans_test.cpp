// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_spans.h"

#include "core/analysis/query/query_index.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::sketch;
using test::spanNamed;

class ThreeKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    m_trace = sketch(R"(ns
      gpu 0/7: a 100+50
      gpu 0/7: b 200+50
      gpu 0/7: a 300+50)");
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
  const auto trace = sketch(R"(ns
    gpu 0/7: k 0+10
    gpu 0/7: k 100+10
    gpu 0/8: k 50+10)");
  const SpanId middle = nextOfSameName(*trace, SpanId{0});
  ASSERT_NE(middle, SpanId::none);
  EXPECT_EQ(trace->start(middle), Time{50});
  EXPECT_EQ(trace->start(nextOfSameName(*trace, middle)), Time{100});
}

TEST(LaneSpans, theFirstChildStartsWithinItsParent) {
  const auto trace = sketch(R"(ns
    cpu 1: outer 0+100
    cpu 1: inner 20+30
    cpu 1: childless 200+100)");
  EXPECT_EQ(firstChild(*trace, spanNamed(*trace, "outer")), spanNamed(*trace, "inner"));
  EXPECT_EQ(firstChild(*trace, spanNamed(*trace, "childless")), SpanId::none);
  EXPECT_EQ(firstChild(*trace, spanNamed(*trace, "inner")), SpanId::none);
}

TEST(LaneSpans, amongThousandsTheLongestIsMeant) {
  const auto trace = sketch(R"(ns
    gpu 0/7: short 0+10 x3000 every 100
    gpu 0/7: long 300000+90
    gpu 0/7: short 300100+10 x1999 every 100)");
  const auto index = QueryIndex::build(trace);
  const TimeRange all{{0}, {500'000}};
  EXPECT_EQ(findDominantSpan(*trace, trace->lane(LaneId{0}), &index->lane(LaneId{0}), all), spanNamed(*trace, "long"));
}

}  // namespace
}  // namespace kernline
