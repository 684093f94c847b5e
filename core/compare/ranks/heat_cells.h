// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_columns.h"
#include "core/compare/ranks/heat_map.h"

#include <vector>

namespace kernline {

/// A metric or counter of all ranks and steps, rank after rank; NaN where nothing is known. Linear in steps and in the
/// parts of collectives.
[[nodiscard]] std::vector<double> heatCells(const RankSet& set, const HeatColumns& columns, const HeatSubject& subject);

/// Bytes that each part of an all-to-all has beyond the mean of its parts, by part; empty of other collectives, and
/// where a rank does not say how much it sends and receives.
[[nodiscard]] std::vector<double> bytesBeyondMean(const RankSet& set, const CollectiveMatch& match);

/// Whether any all-to-all has more for one rank than for another.
[[nodiscard]] bool hasUnevenExperts(const RankSet& set);

}  // namespace kernline
