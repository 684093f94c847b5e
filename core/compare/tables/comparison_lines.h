// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements.h"
#include "core/compare/tables/pivot.h"
#include "core/compare/tables/table_comparison.h"

#include <span>
#include <string>

namespace kernline {

// A comparison for other programs: CSV in base units; Markdown, of matrices in the units that they are shown in.

/// A line for each cell.
[[nodiscard]] std::string viewsCsv(const Measurements& measurements, std::span<const Pivot> views);
/// A table for each matrix, the best values in bold.
[[nodiscard]] std::string viewsMarkdown(const Measurements& measurements, std::span<const Pivot> views);
/// A line for each row.
[[nodiscard]] std::string tablesCsv(const TableComparison& tables);
[[nodiscard]] std::string tablesMarkdown(const TableComparison& tables);

}  // namespace kernline
