// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/duration_histogram.h"

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <numeric>

namespace kernline {
namespace {

std::uint64_t total(const std::vector<HistogramBucket>& buckets) {
  return std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const HistogramBucket& bucket) { return sum + bucket.count; });
}

void expectNoGaps(const std::vector<HistogramBucket>& buckets) {
  for (std::size_t i = 1; i < buckets.size(); ++i) {
    EXPECT_EQ(buckets[i].from, buckets[i - 1].to);
    EXPECT_LT(buckets[i].from, buckets[i].to);
  }
}

TEST(DurationHistogram, everyDurationIsInOneBucket) {
  std::vector<Duration> durations;
  for (std::int64_t i = 0; i < 1000; ++i) {
    durations.push_back({i * i});
  }
  for (const HistogramScale scale : {HistogramScale::Linear, HistogramScale::Logarithmic}) {
    for (const std::size_t maxBuckets : {1U, 2U, 7U, 48U, 5000U}) {
      const std::vector<HistogramBucket> buckets = histogram(durations, scale, maxBuckets);
      ASSERT_FALSE(buckets.empty());
      EXPECT_LE(buckets.size(), maxBuckets);
      EXPECT_EQ(total(buckets), 1000U);
      EXPECT_EQ(buckets.front().from, Duration{0});
      EXPECT_EQ(buckets.back().to, Duration{999 * 999 + 1});
      expectNoGaps(buckets);
    }
  }
}

TEST(DurationHistogram, linearBucketsAreEquallyWide) {
  const std::vector<Duration> durations{{10}, {11}, {20}, {29}, {39}, {49}};
  const std::vector<HistogramBucket> buckets = histogram(durations, HistogramScale::Linear, 4);
  ASSERT_EQ(buckets.size(), 4U);
  EXPECT_EQ(buckets[0].from, Duration{10});
  EXPECT_EQ(buckets[1].from, Duration{20});
  EXPECT_EQ(buckets[0].count, 2U);
  EXPECT_EQ(buckets[1].count, 2U);
}

TEST(DurationHistogram, ofEqualDurationsThereIsOneBucketANanosecondWide) {
  const std::vector<Duration> durations(5, Duration{700});
  for (const HistogramScale scale : {HistogramScale::Linear, HistogramScale::Logarithmic}) {
    const std::vector<HistogramBucket> buckets = histogram(durations, scale, 48);
    ASSERT_EQ(buckets.size(), 1U);
    EXPECT_EQ(buckets.front().from, Duration{700});
    EXPECT_EQ(buckets.front().to, Duration{701});
    EXPECT_EQ(buckets.front().count, 5U);
  }
}

TEST(DurationHistogram, ofNothingIsEmpty) {
  EXPECT_TRUE(histogram({}, HistogramScale::Linear, 10).empty());
}

TEST(DurationHistogram, percentilesAreOfTheNearestRank) {
  NameDurations ten;
  for (std::int64_t i = 1; i <= 10; ++i) {
    ten.durations.push_back({i * 100});
  }
  EXPECT_EQ(ten.percentile(0.5), Duration{500});
  EXPECT_EQ(ten.percentile(0.9), Duration{900});
  EXPECT_EQ(ten.percentile(0.99), Duration{1000});
  EXPECT_EQ(ten.percentile(1), Duration{1000});
  EXPECT_EQ(NameDurations{}.percentile(0.5), Duration{0});
}

TEST(DurationHistogram, namesAreFoundOnAllTracks) {
  const auto trace = test::sketch(R"(ns
    gpu 0/7: a 0+30
    gpu 0/7: b 40+5
    gpu 0/8: a 0+10
    gpu 0/8: a 20+20)");
  const NameDurations found = durationsOfName(*trace, trace->name(test::spanNamed(*trace, "b")));
  EXPECT_EQ(found.durations, (std::vector<Duration>{{5}}));
  const NameDurations all = durationsOfName(*trace, trace->name(test::spansNamed(*trace, "a").front()));
  EXPECT_EQ(all.durations, (std::vector<Duration>{{10}, {20}, {30}}));
  EXPECT_TRUE(std::ranges::is_sorted(all.spans));
  EXPECT_EQ(lasting(*trace, all.spans, {10}, {20}).size(), 2U);
}

TEST(DurationHistogram, anAnnotationAndItsShadowOnTheDeviceAreNotMixed) {
  const auto trace = test::sketch(R"(ns
    gpu 0/7: step 0+30 [device_annotation]
    cpu 1: step 0+10 [annotation])");
  const StringId name = trace->name(test::spansNamed(*trace, "step").front());
  EXPECT_EQ(durationsOfName(*trace, name).spans.size(), 2U);
  EXPECT_EQ(durationsOfName(*trace, name, SpanKind::DeviceAnnotation).durations, (std::vector<Duration>{{30}}));
}

}  // namespace
}  // namespace kernline
