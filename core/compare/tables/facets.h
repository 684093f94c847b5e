// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/pivot.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// Small multiples: a matrix for each value of a dimension, all of them with the same rows and columns, so that a row
/// has one place and one color in all. Rows and columns without values in a matrix are empty in it.
struct Facets {
  std::vector<std::int32_t> values;  ///< values of the dimension, in its order
  std::vector<Pivot> pivots;         ///< value by value, each of which is fixed in its request
};

/// Returns the facets of the dimension `request.facets`; without it the one matrix there is, of `noCoordinate`.
[[nodiscard]] Facets facetsOf(const Measurements& measurements, const PivotRequest& request);

}  // namespace kernline
