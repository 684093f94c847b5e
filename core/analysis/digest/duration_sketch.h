// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstdint>
#include <map>

namespace kernline {

/// The distribution of durations, in a few numbers that can be added up over files: count, sum, min, max, and how
/// many there are in buckets that grow by 2 % (DDSketch: Masson, Rim, Lee, VLDB 2019). A quantile is off by at most
/// 1 % of itself, before and after adding up.
class DurationSketch {
 public:
  static constexpr double relativeError = 0.01;

  void add(Duration duration);
  void add(const DurationSketch& other);

  [[nodiscard]] std::uint64_t count() const { return m_count; }
  [[nodiscard]] Duration sum() const { return m_sum; }
  [[nodiscard]] Duration min() const { return m_min; }  ///< 0 without any
  [[nodiscard]] Duration max() const { return m_max; }  ///< 0 without any
  /// `share` from 0 to 1; the median is 0.5. 0 without any.
  [[nodiscard]] Duration quantile(double share) const;
  /// Returns counts by bucket number: bucket n holds durations in (g^(n-1), g^n] nanoseconds with g = 1.01 / 0.99,
  /// bucket 0 those of 1 ns or less.
  [[nodiscard]] const std::map<std::int32_t, std::uint64_t>& buckets() const { return m_buckets; }

 private:
  std::uint64_t m_count = 0;
  Duration m_sum;
  Duration m_min;
  Duration m_max;
  std::map<std::int32_t, std::uint64_t> m_buckets;
};

}  // namespace kernline
