// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements.h"
#include "core/compare/tables/scaling.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kernline {

/// One value of each dimension, or any of them.
using Choice = std::vector<std::optional<std::int32_t>>;

/// A request for a layout: a metric over two dimensions, the others fixed or not. Without rows or columns there is one
/// of them that holds everything.
struct PivotRequest {
  std::size_t metric = 0;
  std::optional<std::size_t> rows;
  std::optional<std::size_t> columns;
  Choice fixed;                                 ///< empty if none is
  std::optional<Better> better;                 ///< instead of the metric's own
  std::optional<std::int32_t> baselineRow;      ///< value of the row dimension that ratios are relative to
  std::optional<std::int32_t> baselineColumn;   ///< value of the column dimension that ratios are relative to
  std::optional<std::size_t> facets;            ///< dimension of which each value has a matrix of its own: facets.h
  std::vector<std::set<std::int32_t>> without;  ///< values of each dimension that do not count; empty if all do

  /// Whether what was measured there counts, whatever is fixed.
  [[nodiscard]] bool counts(const Coordinates& at) const;
};

enum class CellStatus : std::uint8_t { Absent, Value, Failed };
[[nodiscard]] std::string_view toText(CellStatus status);  ///< "absent", "value", "failed"

/// All that was found at one place. There are several values if a log repeats itself or they differ in another
/// dimension: their median is shown, and the spread is from the least to the most.
struct PivotCell {
  CellStatus status = CellStatus::Absent;
  double value = std::numeric_limits<double>::quiet_NaN();  ///< the median
  double min = std::numeric_limits<double>::quiet_NaN();    ///< value - error, or the least of several
  double max = std::numeric_limits<double>::quiet_NaN();
  double ratio = std::numeric_limits<double>::quiet_NaN();  ///< ratio to the baseline's cell
  bool isBest = false;  ///< best among the rows of its column; among columns if there are no rows
  bool isTied = false;  ///< whether its spread makes it indistinguishable from the best, or the best from another
  std::vector<std::uint32_t> values;    ///< numbers of Measurements::values
  std::vector<std::uint32_t> failures;  ///< a cell can have both: one run failed, another did not
  std::vector<std::uint32_t> gaps;      ///< numbers of Measurements::gaps

  /// The best, and better than chance alone makes it.
  [[nodiscard]] bool isWinner() const { return isBest && !isTied; }
};

struct Pivot {
  PivotRequest request;
  Better better = Better::Unknown;
  std::vector<std::int32_t> rows;  ///< values of the row dimension that have a cell; `noCoordinate` if there is none
  std::vector<std::int32_t> columns;
  std::vector<PivotCell> cells;  ///< row by row

  [[nodiscard]] const PivotCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
  [[nodiscard]] bool isEmpty() const { return cells.empty(); }
  [[nodiscard]] std::size_t filled() const;    ///< cells with a value
  [[nodiscard]] std::size_t repeated() const;  ///< cells with several
};

/// A failure counts where its place is known on both dimensions and agrees with what is fixed.
[[nodiscard]] Pivot pivot(const Measurements& measurements, const PivotRequest& request);

/// The values of a row against the numbers of the column dimension. Columns that are no number are left out.
[[nodiscard]] std::vector<ScalingPoint> seriesOf(const Measurements& measurements, const Pivot& pivot, std::size_t row);

struct RowScaling {
  std::size_t row = 0;  ///< row of the pivot
  ScalingFit fit;
};

struct RowCrossing {
  std::size_t one = 0;  ///< row of the pivot that is the better one below `x`, the lower one if none is better
  std::size_t other = 0;
  double x = 0;
  bool isMeasured = true;  ///< whether it lies between two measurements; else where the fits meet, outside of the sizes
                           ///< that both have
};

struct ScalingReport {
  std::vector<RowScaling> fits;
  std::vector<RowCrossing> crossings;  ///< measured ones; of pairs without one that of the fits
};

/// Empty if the columns are no numeric dimension.
[[nodiscard]] ScalingReport scalingOf(const Measurements& measurements, const Pivot& pivot);

}  // namespace kernline
