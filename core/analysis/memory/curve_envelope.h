// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/memory/memory_curve.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kernline {

/// Least and greatest of some values; empty while least > greatest.
struct ByteExtent {
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max = std::numeric_limits<std::int64_t>::min();

  [[nodiscard]] bool isEmpty() const { return min > max; }
  void add(std::int64_t value);
  void add(const ByteExtent& other);
  bool operator==(const ByteExtent&) const = default;
};

/// Least and greatest of any run of a curve's values in O(log values).
class CurvePyramid {
 public:
  static constexpr std::size_t fanout = 16;

  CurvePyramid() = default;
  explicit CurvePyramid(std::span<const std::int64_t> values);

  /// Returns the extent of values [first, last) of those it was built from. An empty pyramid walks them all.
  [[nodiscard]] ByteExtent extent(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const;
  /// Index of the first greatest of values [first, last), which must not be empty.
  [[nodiscard]] std::size_t indexOfMax(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const;

 private:
  std::vector<std::vector<ByteExtent>> m_levels;  // finest first; each entry covers `fanout` of the level below
};

/// A curve in one pixel column.
struct CurveColumn {
  ByteExtent values;       ///< extent of the changes inside and the value that holds when the column begins
  std::int64_t first = 0;  ///< the value that the column begins with
  std::int64_t last = 0;   ///< the value that holds when it ends
};

/// The curve in `columns` equal slices of `range`: no value between two pixels is lost. Columns before the first value
/// are empty. O(columns · log values) with a pyramid of the curve.
[[nodiscard]] std::vector<CurveColumn> curveEnvelope(const MemoryCurve& curve, const CurvePyramid& pyramid,
                                                     TimeRange range, std::size_t columns);

}  // namespace kernline
