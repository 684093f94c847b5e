// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/curve_envelope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace kernline {
namespace {

MemoryCurve randomCurve(std::size_t samples, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int64_t> gap(1, 40);
  std::uniform_int_distribution<std::int64_t> bytes(0, 1'000'000);
  MemoryCurve curve;
  Time time{1000};
  for (std::size_t i = 0; i < samples; ++i) {
    time = time + Duration{gap(random)};
    curve.add(time, bytes(random));
  }
  return curve;
}

TEST(CurvePyramid, agreesWithAWalkOverAllValuesForEveryRun) {
  const MemoryCurve curve = randomCurve(1200, 7);
  const CurvePyramid pyramid(curve.bytes);
  const CurvePyramid none;
  for (std::size_t first = 0; first < curve.size(); first += 13) {
    for (std::size_t last = first; last <= curve.size(); last += 17) {
      EXPECT_EQ(pyramid.extent(curve.bytes, first, last), none.extent(curve.bytes, first, last));
    }
  }
  EXPECT_TRUE(pyramid.extent(curve.bytes, 5, 5).isEmpty());
}

TEST(CurvePyramid, findsTheFirstGreatestOfEveryRun) {
  MemoryCurve curve = randomCurve(1200, 11);
  for (std::int64_t& value : curve.bytes) {
    value /= 50'000;  // makes many equal
  }
  const CurvePyramid pyramid(curve.bytes);
  for (std::size_t first = 0; first < curve.size(); first += 13) {
    for (std::size_t last = first + 1; last <= curve.size(); last += 17) {
      const auto begin = curve.bytes.begin() + static_cast<std::ptrdiff_t>(first);
      const auto expected = std::max_element(begin, curve.bytes.begin() + static_cast<std::ptrdiff_t>(last));
      EXPECT_EQ(pyramid.indexOfMax(curve.bytes, first, last), static_cast<std::size_t>(expected - curve.bytes.begin()));
    }
  }
}

TEST(CurveEnvelope, keepsASpikeOfOneSampleAmongAMillion) {
  MemoryCurve curve;
  constexpr std::int64_t samples = 1'000'000;
  constexpr std::int64_t spike = 654'321;
  for (std::int64_t i = 0; i < samples; ++i) {
    curve.add(Time{i}, i == spike ? 99 : 10);
  }
  const CurvePyramid pyramid(curve.bytes);
  const auto columns = curveEnvelope(curve, pyramid, {{0}, {samples}}, 1000);
  std::size_t high = 0;
  for (const CurveColumn& column : columns) {
    EXPECT_EQ(column.values.min, 10);
    high += column.values.max == 99 ? 1U : 0U;
  }
  EXPECT_EQ(high, 1U);
  EXPECT_EQ(columns[spike / 1000].values.max, 99);
}

TEST(CurveEnvelope, saysOfEveryColumnWhatAWalkOverTheCurveSays) {
  const MemoryCurve curve = randomCurve(3000, 3);
  const CurvePyramid pyramid(curve.bytes);
  const TimeRange range{{-4000}, {curve.times.back().ns + 700}};
  constexpr std::size_t count = 97;
  const auto columns = curveEnvelope(curve, pyramid, range, count);
  const double width = static_cast<double>(range.length().ns) / count;
  Time begin = range.begin;
  for (std::size_t i = 0; i < count; ++i) {
    const Time end = range.begin + Duration{std::llround(width * static_cast<double>(i + 1))};
    ByteExtent expected;
    if (const auto held = curve.at(begin - Duration{1})) {
      expected.add(*held);
    }
    for (std::size_t s = 0; s < curve.size(); ++s) {
      if (begin <= curve.times[s] && curve.times[s] < end) {
        expected.add(curve.bytes[s]);
      }
    }
    EXPECT_EQ(columns[i].values, expected) << i;
    if (!expected.isEmpty()) {
      EXPECT_EQ(columns[i].last, curve.at(end - Duration{1})) << i;
    }
    begin = end;
  }
  EXPECT_TRUE(columns.front().values.isEmpty());
}

TEST(CurveEnvelope, holdsTheLastValueBeyondTheCurve) {
  MemoryCurve curve;
  curve.add({10}, 5);
  const auto columns = curveEnvelope(curve, CurvePyramid{}, {{100}, {200}}, 4);
  for (const CurveColumn& column : columns) {
    EXPECT_EQ(column.values, (ByteExtent{5, 5}));
  }
  EXPECT_TRUE(curveEnvelope(curve, CurvePyramid{}, {{0}, {10}}, 1).front().values.isEmpty());
}

}  // namespace
}  // namespace kernline
