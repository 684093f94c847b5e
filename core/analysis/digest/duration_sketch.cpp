// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/duration_sketch.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

constexpr double bucketGrowth = (1 + DurationSketch::relativeError) / (1 - DurationSketch::relativeError);

std::int32_t bucketOf(Duration duration) {
  return duration.ns <= 1 ? 0
                          : static_cast<std::int32_t>(
                                std::ceil(std::log(static_cast<double>(duration.ns)) / std::log(bucketGrowth)));
}

/// Returns the value that is within the error from both ends of a bucket.
double middleOf(std::int32_t bucket) {
  return bucket == 0 ? 1 : 2 * std::pow(bucketGrowth, bucket) / (bucketGrowth + 1);
}

}  // namespace

void DurationSketch::add(Duration duration) {
  m_min = m_count == 0 ? duration : std::min(m_min, duration);
  m_max = m_count == 0 ? duration : std::max(m_max, duration);
  ++m_count;
  m_sum += duration;
  ++m_buckets[bucketOf(duration)];
}

void DurationSketch::add(const DurationSketch& other) {
  if (other.m_count == 0) {
    return;
  }
  m_min = m_count == 0 ? other.m_min : std::min(m_min, other.m_min);
  m_max = m_count == 0 ? other.m_max : std::max(m_max, other.m_max);
  m_count += other.m_count;
  m_sum += other.m_sum;
  for (const auto& [bucket, count] : other.m_buckets) {
    m_buckets[bucket] += count;
  }
}

Duration DurationSketch::quantile(double share) const {
  if (m_count == 0) {
    return {};
  }
  const auto wanted = static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(m_count - 1));
  std::uint64_t passed = 0;
  for (const auto& [bucket, count] : m_buckets) {
    passed += count;
    if (passed > wanted) {
      return std::clamp(Duration{std::llround(middleOf(bucket))}, m_min, m_max);
    }
  }
  return m_max;
}

}  // namespace kernline
