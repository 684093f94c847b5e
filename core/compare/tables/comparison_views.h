// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/pivot.h"

#include <cstddef>
#include <span>
#include <vector>

namespace kernline {

/// The matrices worth looking at first, best first; each metric once for every dimension it can be laid out along.
///
/// Columns are dimensions of numbers if a metric has one, else any other that varies. First come views along the
/// dimension with most measurements (rounds of training, "epoch" and "step", count a quarter), and of these times,
/// memory, rates, shares and the rest, printed lines before totals of tables, figures
/// of whole runs before those of parts, metrics at which runs failed before those that all reached, fuller before
/// emptier. Rows are the implementations or else the subjects if there are several, else the dimension that varies
/// most. Others that vary are fixed to the value with the most cells if the cells would hold several values otherwise.
[[nodiscard]] std::vector<PivotRequest> suggestedViews(const Measurements& measurements);

/// Fixes dimensions, besides those that are fixed or laid out, until no cell has several values that one of them
/// separates: each to the value with the most cells, for sizes and rounds to the last of these. The dimensions of
/// `open` stay as they are. With facets, cells of each are counted apart.
void fixTheRest(const Measurements& measurements, PivotRequest& request, std::span<const std::size_t> open = {});

/// A view of that metric along that dimension, chosen by the same rules; without cells if there is none.
[[nodiscard]] PivotRequest viewOf(const Measurements& measurements, std::size_t metric, std::size_t columns);

}  // namespace kernline
