// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/duration_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace kernline::test {
namespace {

/// From a nanosecond to minutes.
std::vector<std::int64_t> manyDurations() {
  std::vector<std::int64_t> all;
  std::uint64_t state = 1;
  for (int i = 0; i < 5000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    all.push_back(static_cast<std::int64_t>(std::exp(static_cast<double>(state >> 40U) / 16777216.0 * 24)));
  }
  return all;
}

void expectQuantiles(const DurationSketch& sketch, std::vector<std::int64_t> all) {
  std::ranges::sort(all);
  for (const double share : {0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 1.0}) {
    const auto exact = static_cast<double>(all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))]);
    EXPECT_NEAR(static_cast<double>(sketch.quantile(share).ns), exact, exact * DurationSketch::relativeError + 0.5)
        << share;
  }
}

TEST(DurationSketch, tellsQuantilesWithinItsError) {
  DurationSketch sketch;
  std::int64_t sum = 0;
  for (const std::int64_t ns : manyDurations()) {
    sketch.add(Duration{ns});
    sum += ns;
  }
  expectQuantiles(sketch, manyDurations());
  EXPECT_EQ(sketch.sum().ns, sum);
  EXPECT_EQ(sketch.count(), 5000U);
}

TEST(DurationSketch, isTheSameInPartsAndAtOnce) {
  DurationSketch whole;
  std::vector<DurationSketch> parts(3);
  const std::vector<std::int64_t> all = manyDurations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    whole.add(Duration{all[i]});
    parts[i % 3].add(Duration{all[i]});
  }
  DurationSketch sum;
  for (const DurationSketch& part : parts) {
    sum.add(part);
  }
  EXPECT_EQ(sum.buckets(), whole.buckets());
  EXPECT_EQ(sum.min(), whole.min());
  EXPECT_EQ(sum.max(), whole.max());
  EXPECT_EQ(sum.sum(), whole.sum());
  expectQuantiles(sum, all);
  EXPECT_EQ(DurationSketch().quantile(0.5), Duration{});
}

}  // namespace
}  // namespace kernline::test
