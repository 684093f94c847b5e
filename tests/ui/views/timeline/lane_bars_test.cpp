// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/lane_bars.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <random>

namespace kernline::ui {
namespace {

using test::spanNamed;

std::vector<Bar> barsOf(const Trace& trace, const QueryIndex* index, TimeRange range, int width) {
  const TimeAxis axis(range, width);
  std::vector<Bar> bars;
  LaneBars(trace, index, axis).append(LaneId{0}, bars);
  return bars;
}

double coveredPixels(const std::vector<Bar>& bars) {
  double covered = 0;
  for (const Bar& bar : bars) {
    covered += (bar.right - bar.left) * bar.coverage / 255.0;
  }
  return covered;
}

/// One stream of spans, [start, length] each.
std::shared_ptr<const Trace> stream(const std::vector<std::pair<std::int64_t, std::int64_t>>& spans) {
  test::HandMadeTrace made;
  const TrackId track = made.track(made.process("0", 0), "7", TrackKind::Stream);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    made.span(track, SpanKind::Kernel, "k" + std::to_string(i), spans[i].first, spans[i].second);
  }
  return made.build();
}

TEST(LaneBars, aSpanUnderAPixelStillShows) {
  const auto trace = stream({{500'000, 1}});
  const std::vector<Bar> bars = barsOf(*trace, nullptr, {{0}, {1'000'000}}, 100);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].left, 50);
  EXPECT_EQ(bars[0].right, 51);
  EXPECT_GT(bars[0].coverage, 0);
  EXPECT_FALSE(bars[0].isSingle);
}

TEST(LaneBars, aSpanWithoutLengthStillShows) {
  const auto trace = stream({{500'000, 0}});
  EXPECT_EQ(barsOf(*trace, nullptr, {{0}, {1'000'000}}, 100).size(), 1U);
}

TEST(LaneBars, aThinSpanBetweenWideOnesKeepsItsPixel) {
  // In pixels of 100: wide to 10.05, thin from 10.1 to 10.3, wide from 10.4.
  const auto trace = stream({{0, 1005}, {1010, 20}, {1040, 960}});
  const std::vector<Bar> bars = barsOf(*trace, nullptr, {{0}, {2000}}, 20);
  ASSERT_EQ(bars.size(), 3U);
  EXPECT_EQ(bars[1].span, SpanId{1});
  EXPECT_EQ(bars[1].left, 10);
  EXPECT_EQ(bars[2].left, 11);
}

TEST(LaneBars, ofManyInAPixelTheOneThatCoversMostGivesTheColor) {
  const auto trace = stream({{0, 5}, {10, 60}, {80, 5}});
  const std::vector<Bar> bars = barsOf(*trace, nullptr, {{0}, {1000}}, 10);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].span, SpanId{1});
  EXPECT_NEAR(bars[0].coverage, 255 * 0.70, 2);
}

TEST(LaneBars, aSpanThatReachesOverTheEdgesFillsTheView) {
  const auto trace = stream({{0, 1'000'000}});
  const std::vector<Bar> bars = barsOf(*trace, nullptr, {{400'000}, {500'000}}, 100);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].left, 0);
  EXPECT_EQ(bars[0].right, 100);
}

TEST(LaneBars, whatLiesOutsideIsNotDrawn) {
  const auto trace = stream({{0, 10}, {5'000, 10}});
  EXPECT_TRUE(barsOf(*trace, nullptr, {{1'000}, {2'000}}, 100).empty());
}

/// A stream as busy as `share`, of spans much shorter than a pixel.
std::shared_ptr<const Trace> evenStream(double share) {
  std::vector<std::pair<std::int64_t, std::int64_t>> spans;
  for (int i = 0; i < 100'000; ++i) {
    spans.emplace_back(i * 100, static_cast<std::int64_t>(100 * share));
  }
  return stream(spans);
}

TEST(LaneBars, aBusyRowLooksBusyAtEveryZoom) {
  const auto trace = evenStream(1.0);
  const auto index = QueryIndex::build(trace);
  for (std::int64_t length = 1'000; length <= 10'000'000; length *= 2) {
    const TimeRange range{{0}, {length}};
    EXPECT_GT(coveredPixels(barsOf(*trace, index.get(), range, 997)), 0.97 * 997) << "with index, " << length;
    EXPECT_GT(coveredPixels(barsOf(*trace, nullptr, range, 997)), 0.95 * 997) << "without, " << length;
  }
}

TEST(LaneBars, aHalfBusyRowLooksHalfBusyFromAfar) {
  const auto trace = evenStream(0.5);
  const auto index = QueryIndex::build(trace);
  for (std::int64_t length = 1'000'000; length <= 10'000'000; length = length * 3 / 2) {
    const TimeRange range{{0}, {length}};
    EXPECT_NEAR(coveredPixels(barsOf(*trace, index.get(), range, 997)), 0.5 * 997, 15) << "with index, " << length;
    EXPECT_NEAR(coveredPixels(barsOf(*trace, nullptr, range, 997)), 0.5 * 997, 15) << "without, " << length;
  }
}

class RandomStream : public ::testing::Test {
 protected:
  void SetUp() override {
    std::mt19937_64 random{11};
    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    std::int64_t at = 0;
    for (int i = 0; i < 30'000; ++i) {
      const std::uint64_t dice = random() % 100;
      const auto length = static_cast<std::int64_t>(dice < 2 ? random() % 1'000'000 : random() % 3'000);
      spans.emplace_back(at, length);
      at += length + static_cast<std::int64_t>(dice < 5 ? random() % 500'000 : random() % 1'000);
    }
    m_trace = stream(spans);
    m_index = QueryIndex::build(m_trace);
  }

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const QueryIndex> m_index;
};

TEST_F(RandomStream, barsNeverOverlapAtAnyZoom) {
  const TimeRange whole = m_trace->bounds();
  for (std::int64_t length = whole.length().ns; length > 2'000; length = length * 2 / 3) {
    const TimeRange range{{whole.length().ns / 3}, {whole.length().ns / 3 + length}};
    for (const QueryIndex* index : {m_index.get(), static_cast<const QueryIndex*>(nullptr)}) {
      std::int32_t free = 0;
      for (const Bar& bar : barsOf(*m_trace, index, range, 1371)) {
        ASSERT_GE(bar.left, free);
        ASSERT_LT(bar.left, bar.right);
        ASSERT_LE(bar.right, 1371);
        ASSERT_GT(bar.coverage, 0);
        free = bar.right;
      }
    }
  }
}

TEST_F(RandomStream, noSpanIsFurtherThanAPixelFromSomethingDrawn) {
  const TimeRange whole = m_trace->bounds();
  for (std::int64_t length = whole.length().ns; length > 100'000; length /= 7) {
    const TimeAxis axis({{0}, {length}}, 1371);
    std::vector<bool> drawn(1371 + 2);
    for (const Bar& bar : barsOf(*m_trace, m_index.get(), axis.range(), 1371)) {
      std::fill(drawn.begin() + bar.left, drawn.begin() + bar.right, true);
    }
    for (std::uint32_t s = 0; s < m_trace->spanCount() && m_trace->start(SpanId{s}).ns < length; ++s) {
      const auto pixel = static_cast<std::size_t>(axis.xOf(m_trace->start(SpanId{s})));
      ASSERT_TRUE(drawn[pixel] || drawn[pixel + 1] || (pixel > 0 && drawn[pixel - 1]))
          << "span " << s << " in a view of " << length;
    }
  }
}

TEST_F(RandomStream, theIndexShowsWhatTheSpansThemselvesShow) {
  const TimeRange whole = m_trace->bounds();
  for (std::int64_t length = whole.length().ns; length > 1'000'000; length /= 3) {
    const TimeRange range{{0}, {length}};
    double busy = 0;
    for (std::uint32_t s = 0; s < m_trace->spanCount(); ++s) {
      const TimeRange part = m_trace->range(SpanId{s}).clippedTo(range);
      busy += part.isEmpty() ? 0 : static_cast<double>(part.length().ns);
    }
    const double expected = busy / static_cast<double>(length) * 1371;
    EXPECT_NEAR(coveredPixels(barsOf(*m_trace, m_index.get(), range, 1371)), expected, 1371 * 0.03)
        << "in a view of " << length;
  }
}

}  // namespace
}  // namespace kernline::ui
