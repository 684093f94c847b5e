// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_pyramid.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace kernline {
namespace {

using test::sketch;
using test::spanNamed;

double busyNs(const std::vector<SpanRun>& runs) {
  double sum = 0;
  for (const SpanRun& run : runs) {
    sum += static_cast<double>(run.length) * static_cast<double>(run.density);
  }
  return sum;
}

class LanePyramidOfManySpans : public ::testing::Test {
 protected:
  void SetUp() override {
    test::HandMadeTrace made;
    const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
    std::mt19937_64 random{7};
    std::int64_t at = 1'000'000'000'000;
    for (int i = 0; i < 20'000; ++i) {
      const auto length = static_cast<std::int64_t>(100 + random() % 5000);
      made.span(stream, SpanKind::Kernel, "kernel" + std::to_string(random() % 50), at, length);
      at += length + static_cast<std::int64_t>(random() % 100 == 0 ? 3'000'000 : random() % 2000);
      m_busy += static_cast<double>(length);
    }
    m_trace = made.build();
    m_tones.emplace(*m_trace);
    m_pyramid = LanePyramid(*m_trace, m_trace->lane(LaneId{0}), *m_tones);
  }

  std::shared_ptr<const Trace> m_trace;
  std::optional<SpanTones> m_tones;
  LanePyramid m_pyramid;
  double m_busy = 0;
};

TEST_F(LanePyramidOfManySpans, everyLevelHoldsAllBusyTime) {
  ASSERT_GE(m_pyramid.levels().size(), 5U);
  for (const LanePyramid::Level& level : m_pyramid.levels()) {
    EXPECT_NEAR(busyNs(level.runs), m_busy, m_busy * 1e-4) << "buckets of 2^" << level.bucketBits;
  }
}

TEST_F(LanePyramidOfManySpans, allLevelsTogetherHoldAtMostHalfAsManyRunsAsThereAreSpans) {
  std::size_t runs = 0;
  for (const LanePyramid::Level& level : m_pyramid.levels()) {
    runs += level.runs.size();
  }
  EXPECT_LE(runs, m_trace->spanCount() * 54 / 100);
}

TEST_F(LanePyramidOfManySpans, runsAreInOrderAndDoNotOverlap) {
  for (const LanePyramid::Level& level : m_pyramid.levels()) {
    for (std::size_t i = 1; i < level.runs.size(); ++i) {
      const SpanRun& before = level.runs[i - 1];
      const auto end = static_cast<double>((level.runs[i].start - before.start).ns);
      ASSERT_LE(static_cast<double>(before.length), end * (1 + 1e-6) + 1);
    }
  }
}

TEST_F(LanePyramidOfManySpans, aRunIsNamedByItsLongestSpan) {
  const LanePyramid::Level& coarsest = m_pyramid.levels().back();
  for (const SpanRun& run : coarsest.runs) {
    const double end = static_cast<double>(run.start.ns) + static_cast<double>(run.length) * (1 + 1e-6) + 1;
    for (std::uint32_t s = 0; s < m_trace->spanCount(); ++s) {
      const bool inRun =
          m_trace->start(SpanId{s}) >= run.start && static_cast<double>(m_trace->end(SpanId{s}).ns) <= end;
      ASSERT_TRUE(!inRun || m_trace->duration(SpanId{s}) <= m_trace->duration(run.longest));
    }
    EXPECT_EQ(run.tone, (*m_tones)(run.longest));
  }
}

TEST_F(LanePyramidOfManySpans, aCoarserResolutionNeverGetsMoreRuns) {
  std::size_t before = m_trace->spanCount();
  for (double resolution = 64; resolution < 1e9; resolution *= 2) {
    if (const auto* runs = m_pyramid.runsFor(resolution)) {
      EXPECT_LE(runs->size(), before);
      before = runs->size();
    }
  }
  EXPECT_LE(before, 64U);
}

TEST(LanePyramid, aSpanLongerThanABucketStaysARunOfItsOwn) {
  const auto trace = sketch(R"(ns
    gpu 0/7: short 0+5 x1000 every 10
    gpu 0/7: long 10000+50000000)");
  const LanePyramid pyramid(*trace, trace->lane(LaneId{0}), SpanTones(*trace));
  for (const LanePyramid::Level& level : pyramid.levels()) {
    const bool ownRun =
        level.runs.back().longest == spanNamed(*trace, "long") && level.runs.back().start == Time{10'000};
    EXPECT_EQ(ownRun, std::ldexp(1.0, level.bucketBits) <= 50'000'000) << "buckets of 2^" << level.bucketBits;
  }
}

TEST(LanePyramid, bunchedSpansNeedFewRunsAPixelToo) {
  const auto trace = sketch(R"(ns
    gpu 0/7: dense 0+5 x100000 every 10  # in a millisecond, then one an hour later
    gpu 0/7: late 3600000000000+10)");
  const LanePyramid pyramid(*trace, trace->lane(LaneId{0}), SpanTones(*trace));
  const auto* runs = pyramid.runsFor(1'000.0);  // a thousand pixels for the bunch
  ASSERT_NE(runs, nullptr);
  EXPECT_LE(runs->size(), 4'000U);
  EXPECT_GE(runs->size(), 1'000U);
}

TEST(LanePyramid, aFewSpansAreWalkedAsTheyAre) {
  const auto trace = sketch("ns\n gpu 0/7: k 0+5 x20 every 10");
  EXPECT_EQ(LanePyramid(*trace, trace->lane(LaneId{0}), SpanTones(*trace)).runsFor(1e12), nullptr);
}

TEST(SpanTones, oneNameHasOneShadeInEveryTrace) {
  const auto a = sketch("gpu 0/7: gemm 0+10");
  const auto b = sketch(R"(
    gpu 0/9: something else first 0+10
    gpu 0/9: gemm 20+10)");
  EXPECT_EQ(SpanTones(*a)(spanNamed(*a, "gemm")), SpanTones(*b)(spanNamed(*b, "gemm")));
}

}  // namespace
}  // namespace kernline
