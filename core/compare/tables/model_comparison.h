// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/pivot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// The speedup of one of the compared over the baseline: 2 is twice as fast, or twice the rate. Over all cells that
/// both have a value in.
struct ModelSpeed {
  std::int32_t value = noCoordinate;  ///< value of the compared dimension
  std::size_t cells = 0;
  double mean = 0;    ///< geometric
  double spread = 1;  ///< geometric standard deviation: two thirds lie within mean / spread to mean · spread
  double least = 0;
  double most = 0;
  std::size_t best = 0;  ///< cells in which it is the best of all that have a value there
};

/// Neighbouring values of the dimension along which is compared, at which the same one is the best most often.
struct WinnerRegion {
  std::int32_t from = noCoordinate;
  std::int32_t to = noCoordinate;
  std::int32_t winner = noCoordinate;  ///< value of the compared dimension
  std::size_t cells = 0;               ///< number of cells in which at least two have a value
  std::size_t won = 0;
  double mean = 0;  ///< geometric, of how much better it is than the best of the others; below 1 where it is not
};

/// The values of one dimension against each other, in all that was measured of a metric. A cell is a place with one
/// value each; a place with several values is left out and counted. A dimension of texts, but for
/// the data type, of which each of the compared has a value of its own, does not separate cells.
struct ModelComparison {
  std::size_t metric = 0;
  std::size_t of = 0;             ///< the compared dimension
  std::optional<std::size_t> by;  ///< the dimension along which winners are found; without: they are of everything
  std::int32_t baseline = noCoordinate;
  std::vector<std::size_t> alongside;  ///< texts that change with `of` alone, as a suite of each: no part of a cell
  Better better = Better::Unknown;
  std::size_t cells = 0;              ///< number of cells with two values or more
  std::size_t ambiguous = 0;          ///< places with several values of one
  std::vector<ModelSpeed> speeds;     ///< baseline first, the others best first
  std::vector<WinnerRegion> regions;  ///< sorted by `by`
};

/// Compares the rows of `request` along its columns. Only conditions set by the user are fixed, and values left out are
/// not counted. The baseline is the request's, else, of those with a value in the most cells, the one that is best in
/// the fewest. nullopt without rows, if it is unknown what is better, and if no cell has two values.
[[nodiscard]] std::optional<ModelComparison> compareModels(const Measurements& measurements,
                                                           const PivotRequest& request);

}  // namespace kernline
