// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace kernline {

/// Least and greatest of some samples; empty while least > greatest. NaN samples count nowhere.
struct ValueRange {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  [[nodiscard]] bool isEmpty() const { return min > max; }
  void add(double value);
  void add(const ValueRange& other);
};

/// Least and greatest of any run of a counter's samples in O(log samples).
class CounterPyramid {
 public:
  static constexpr std::size_t fanout = 16;

  CounterPyramid() = default;
  explicit CounterPyramid(std::span<const double> values);

  /// Returns the range of samples [first, last) of `values`, which must be those it was built from. An empty pyramid
  /// walks them all.
  [[nodiscard]] ValueRange range(std::span<const double> values, std::size_t first, std::size_t last) const;
  [[nodiscard]] std::size_t byteSize() const;

 private:
  std::vector<std::vector<ValueRange>> m_levels;  // finest first; each entry covers `fanout` of the level below
};

/// A counter in one pixel column: where its curve runs from, to, and between.
struct CounterColumn {
  ValueRange values;  ///< range of the samples inside and the value that holds when the column begins
  double last = 0;    ///< the value that holds when it ends
};

/// The curve in `columns` equal slices of `range`. Columns before the first sample are empty. A value holds until
/// the next sample. O(columns · log samples) with a pyramid.
[[nodiscard]] std::vector<CounterColumn> counterEnvelope(const Trace& trace, const Counter& counter,
                                                         const CounterPyramid& pyramid, TimeRange range,
                                                         std::size_t columns);

}  // namespace kernline
