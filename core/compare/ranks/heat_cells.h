// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_columns.h"
#include "core/compare/ranks/heat_map.h"

#include <vector>

namespace kernline {

/// A metric or counter of all ranks and steps, rank after rank; NaN if unknown. Linear in steps and in the
/// parts of collectives.
[[nodiscard]] std::vector<double> heatCells(const RankSet& set, const HeatColumns& columns, const HeatSubject& subject);

}  // namespace kernline
