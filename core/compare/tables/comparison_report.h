// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/comparison_chart.h"
#include "core/compare/tables/measurements.h"
#include "core/compare/tables/model_comparison.h"
#include "core/compare/tables/pivot.h"
#include "core/compare/tables/table_comparison.h"

#include <span>
#include <string>

namespace kernline {

/// One HTML file with everything in it: charts as SVG, matrices, failures, tables side by side. Light or dark as the
/// reader's system is. No scripts, no external resources; every text of a log is escaped.
/// `tables` may be null.
[[nodiscard]] std::string comparisonReport(const Measurements& measurements, std::span<const Pivot> views,
                                           const TableComparison* tables, std::span<const ModelComparison> models = {},
                                           const ChartStyle& style = {});

}  // namespace kernline
