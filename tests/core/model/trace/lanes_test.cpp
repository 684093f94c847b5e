// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/lane_placement.h"
#include "tests/core/model/trace/tested_builder.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace kernline::test {
namespace {

using testing::ElementsAre;

std::vector<std::uint32_t> lanesOf(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
  std::vector<TimeRange> sorted;
  for (const auto& [begin, end] : ranges) {
    sorted.push_back({{begin}, {end}});
  }
  return placeOnLanes(sorted).lane;
}

TEST(Lanes, spansSideBySideShareTheTopLane) {
  EXPECT_THAT(lanesOf({{0, 10}, {10, 20}, {25, 30}}), ElementsAre(0, 0, 0));
}

TEST(Lanes, aNestedSpanGoesBelowItsParent) {
  EXPECT_THAT(lanesOf({{0, 100}, {10, 50}, {20, 30}, {60, 90}}), ElementsAre(0, 1, 2, 1));
}

TEST(Lanes, twoSpansOfOneExtentNest) {
  EXPECT_THAT(lanesOf({{5, 9}, {5, 9}}), ElementsAre(0, 1));
}

TEST(Lanes, anEqualStartPutsTheLongerOneAbove) {
  EXPECT_THAT(lanesOf({{5, 20}, {5, 9}}), ElementsAre(0, 1));
}

TEST(Lanes, anEqualEndStillNests) {
  EXPECT_THAT(lanesOf({{0, 20}, {5, 20}, {20, 21}}), ElementsAre(0, 1, 0));
}

TEST(Lanes, aZeroLengthSpanInsideGoesBelow) {
  EXPECT_THAT(lanesOf({{0, 20}, {7, 7}}), ElementsAre(0, 1));
}

TEST(Lanes, aZeroLengthSpanAtTheEndIsASibling) {
  EXPECT_THAT(lanesOf({{0, 20}, {20, 20}}), ElementsAre(0, 0));
}

TEST(Lanes, aZeroLengthSpanAtTheStartIsInside) {
  EXPECT_THAT(lanesOf({{0, 20}, {0, 0}}), ElementsAre(0, 1));
}

TEST(Lanes, aPartialOverlapTakesTheNextFreeLane) {
  const LanePlacement placement =
      placeOnLanes(std::vector<TimeRange>{{{0}, {10}}, {{5}, {15}}, {{12}, {20}}, {{30}, {40}}});
  EXPECT_THAT(placement.lane, ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(placement.overlapping, ElementsAre(1, 2));
  EXPECT_THAT(placement.laneSize, ElementsAre(3, 1));
}

TEST(Lanes, aChildOfAnOverlappingSpanStaysBelowIt) {
  // 1 overlaps 0; 2 lies in 1 only, so it may not appear above it.
  const auto lanes = lanesOf({{0, 10}, {5, 30}, {12, 20}});
  EXPECT_EQ(lanes[1], 1U);
  EXPECT_GT(lanes[2], lanes[1]);
}

bool overlap(TimeRange a, TimeRange b) {
  return a.begin < b.end && b.begin < a.end;
}
bool contains(TimeRange outer, TimeRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

std::vector<TimeRange> randomRanges(std::mt19937& random, std::size_t count, std::int64_t extent) {
  std::vector<TimeRange> ranges;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t start = std::uniform_int_distribution<std::int64_t>(0, extent)(random);
    const std::int64_t length = std::uniform_int_distribution<std::int64_t>(0, extent / 4)(random);
    ranges.push_back({{start}, {start + length}});
  }
  std::ranges::sort(ranges,
                    [](TimeRange a, TimeRange b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  return ranges;
}

// The same by comparing everything with everything: a span is overlapping if an earlier one reaches into it without
// containing it.
std::set<std::uint32_t> overlappingByHand(const std::vector<TimeRange>& ranges) {
  std::set<std::uint32_t> found;
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    for (std::uint32_t before = 0; before < i; ++before) {
      if (overlap(ranges[before], ranges[i]) && !contains(ranges[before], ranges[i])) {
        found.insert(i);
      }
    }
  }
  return found;
}

void expectSoundPlacement(const std::vector<TimeRange>& ranges) {
  const LanePlacement placement = placeOnLanes(ranges);
  ASSERT_EQ(placement.lane.size(), ranges.size());
  std::vector<std::uint32_t> sizes(placement.laneSize.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ASSERT_LT(placement.lane[i], sizes.size());
    ++sizes[placement.lane[i]];
    for (std::size_t before = 0; before < i; ++before) {
      if (placement.lane[before] == placement.lane[i]) {
        ASSERT_LE(ranges[before].end, ranges[i].begin) << before << " and " << i << " share a lane";
      }
    }
  }
  EXPECT_EQ(sizes, placement.laneSize);
  const std::set<std::uint32_t> counted(placement.overlapping.begin(), placement.overlapping.end());
  EXPECT_EQ(counted.size(), placement.overlapping.size());
  EXPECT_EQ(counted, overlappingByHand(ranges));
}

TEST(Lanes, placementOfRandomSpansIsSoundAndCountsEveryOverlap) {
  std::mt19937 random(20211);
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 2 + static_cast<std::size_t>(round % 60);
    const std::int64_t extent = round % 2 == 0 ? 30 : 1000;
    expectSoundPlacement(randomRanges(random, count, extent));
  }
}

TEST(Lanes, nestedSpansNeverCountAsOverlapping) {
  std::vector<TimeRange> ranges;
  for (std::int64_t depth = 0; depth < 5000; ++depth) {
    ranges.push_back({{depth}, {20000 - depth}});
  }
  const LanePlacement placement = placeOnLanes(ranges);
  EXPECT_TRUE(placement.overlapping.empty());
  EXPECT_EQ(placement.laneSize.size(), 5000U);
}

TEST(Lanes, theTraceKeepsEverySpanAndMarksTheOverlappingOne) {
  TestedBuilder small;
  const TrackId stream = small.stream("7");
  small.add(stream, "a", 0, 10, SpanKind::Kernel);
  small.add(stream, "b", 5, 10, SpanKind::Kernel);
  small.add(stream, "c", 20, 10, SpanKind::Kernel);
  const auto trace = small.build();
  ASSERT_TRUE(trace);
  EXPECT_EQ(brokenPromise(*trace), "");
  EXPECT_THAT(allSpans(*trace),
              ElementsAre(SpanFacts{"a", 0, 10, 0}, SpanFacts{"b", 5, 10, 1}, SpanFacts{"c", 20, 10, 0}));
  EXPECT_FALSE(has(trace->flags(spanNamed(*trace, "a")), SpanFlags::Overlapping));
  EXPECT_TRUE(has(trace->flags(spanNamed(*trace, "b")), SpanFlags::Overlapping));
  EXPECT_EQ(trace->report()[IssueKind::PartialOverlap].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::PartialOverlap].firstOffset, trace->offset(spanNamed(*trace, "b")));
}

TEST(Lanes, spansAddedOutOfOrderAreSorted) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  small.add(thread, "inner", 20, 5);
  small.add(thread, "later", 100, 5);
  small.add(thread, "outer", 10, 50);
  const auto trace = small.build();
  EXPECT_EQ(brokenPromise(*trace), "");
  EXPECT_THAT(allSpans(*trace),
              ElementsAre(SpanFacts{"outer", 10, 50, 0}, SpanFacts{"inner", 20, 5, 1}, SpanFacts{"later", 100, 5, 0}));
  EXPECT_EQ(trace->parent(spanNamed(*trace, "inner")), spanNamed(*trace, "outer"));
  EXPECT_EQ(trace->parent(spanNamed(*trace, "outer")), SpanId::none);
}

TEST(Lanes, ofTwoEqualSpansTheFirstInTheFileIsTheParent) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  small.add(thread, "first", 10, 5);
  small.add(thread, "second", 10, 5);
  const auto trace = small.build();
  EXPECT_EQ(trace->parent(spanNamed(*trace, "second")), spanNamed(*trace, "first"));
}

TEST(Lanes, theParentIsTheInnermostSpanAround) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  small.add(thread, "a", 0, 100);
  small.add(thread, "b", 10, 50);
  small.add(thread, "c", 20, 10);
  small.add(thread, "d", 70, 10);
  const auto trace = small.build();
  EXPECT_EQ(trace->parent(spanNamed(*trace, "c")), spanNamed(*trace, "b"));
  EXPECT_EQ(trace->parent(spanNamed(*trace, "d")), spanNamed(*trace, "a"));
}

TEST(Lanes, tracksOfManySpansAreTheSameFromSeveralBatchesAndThreads) {
  const auto build = [](unsigned threads, std::size_t batches) {
    TestedBuilder small;
    std::vector<TrackId> tracks{small.thread("1"), small.thread("2"), small.stream("7")};
    std::mt19937 generator(99);
    std::vector<std::vector<SpanRecord>> pieces(batches);
    for (std::size_t i = 0; i < 6000; ++i) {
      const auto start = static_cast<std::int64_t>(generator() % 100000);
      pieces[i * batches / 6000].push_back(
          small.record(tracks[generator() % 3], "s", start, static_cast<std::int64_t>(generator() % 300)));
    }
    for (auto& piece : pieces) {
      small.builder.addSpans(std::move(piece));
    }
    return small.build(threads);
  };
  const auto one = build(1, 1);
  const auto many = build(4, 7);
  EXPECT_EQ(brokenPromise(*one), "");
  EXPECT_EQ(allSpans(*one), allSpans(*many));
  EXPECT_EQ(one->report()[IssueKind::PartialOverlap].count, many->report()[IssueKind::PartialOverlap].count);
}

}  // namespace
}  // namespace kernline::test
