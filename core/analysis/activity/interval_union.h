// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <span>
#include <vector>

namespace kernline {

/// A set of points in time as disjoint half-open intervals in ascending order; neighbors never touch. It has no empty
/// interval: a span of length 0 leaves it unchanged.
class IntervalUnion {
 public:
  IntervalUnion() = default;
  /// Builds the union of intervals in any order. O(n log n), O(n) if they come sorted by their begin.
  explicit IntervalUnion(std::vector<TimeRange> intervals);

  /// Adds an interval that begins no earlier than any added before it. O(1).
  void append(TimeRange interval);

  [[nodiscard]] std::span<const TimeRange> intervals() const { return m_intervals; }
  [[nodiscard]] bool isEmpty() const { return m_intervals.empty(); }
  [[nodiscard]] bool contains(Time time) const;  ///< O(log n)
  [[nodiscard]] Duration length() const;
  [[nodiscard]] Duration lengthWithin(TimeRange range) const;  ///< O(log n + intervals inside)

  // All linear in both operands.
  [[nodiscard]] IntervalUnion unitedWith(const IntervalUnion& other) const;
  [[nodiscard]] IntervalUnion minus(const IntervalUnion& other) const;
  [[nodiscard]] IntervalUnion clippedTo(TimeRange range) const;

  bool operator==(const IntervalUnion&) const = default;

 private:
  std::vector<TimeRange> m_intervals;
};

}  // namespace kernline
