// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/comparison_chart.h"

#include <cstddef>
#include <string>

namespace kernline {

/// The chart as an <svg> element for a page with the classes of `chartStyleSheet`.
[[nodiscard]] std::string svgChart(const ComparisonChart& chart);

/// The marker of a series alone, for a legend.
[[nodiscard]] std::string svgMarker(std::size_t series);

/// CSS for both: classes s0 … s7, line, fit, bar, fail, cross, axis, grid, tick; colors follow the reader's system.
[[nodiscard]] std::string chartStyleSheet();

}  // namespace kernline
