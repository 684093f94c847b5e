// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/grid_rows.h"
#include "ui/views/logs/log_grid.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::ui {

enum class ChartKind : std::uint8_t {
  Top,       ///< the largest rows
  Families,  ///< share of each kernel family
  Pareto,    ///< the largest rows and what they make together
};

/// One bar or slice.
struct ChartBar {
  QString name;
  double value = 0;                      ///< value in base units; NaN for a run that failed
  double share = 0;                      ///< share of all rows that the chart counts; 0 if they cannot be summed
  double together = 0;                   ///< its share and those of all larger ones
  std::vector<std::uint32_t> rows = {};  ///< rows of the grid that a click selects
};

/// A chart of one column, ready to be drawn.
struct ChartData {
  ChartKind kind = ChartKind::Top;
  QString title;
  QString note;  ///< note on what is left out, and why; empty if none is
  NumberStyle style;
  std::vector<ChartBar> bars;  ///< largest first
};

/// Whether values of the column can be summed: times of rows can, averages of them cannot.
[[nodiscard]] bool isAdditive(const GridColumn& column);
/// Columns with numbers that a chart of that kind makes sense of.
[[nodiscard]] std::vector<std::size_t> chartColumns(const LogGrid& grid, ChartKind kind);
/// The kinds of charts that the grid has columns for.
[[nodiscard]] std::vector<ChartKind> chartKinds(const LogGrid& grid);

/// Rows that have a number in one unit.
struct UnitRows {
  std::string_view unit;  ///< unit in the grid; empty if none
  std::vector<std::uint32_t> rows = {};
};
/// Returns the rows of a grid by unit, if rows have their own units: most rows first, those without a unit last; else
/// all rows.
[[nodiscard]] std::vector<UnitRows> rowsByUnit(const LogGrid& grid, const std::vector<std::uint32_t>& rows,
                                               std::size_t column);

/// A chart of `column` over `rows`, which have one unit. Operators, kernels and annotations have the same time, so it
/// counts one kind: `only`, or else the one that the column is about. At most `maxBars` bars.
[[nodiscard]] ChartData makeChart(const LogGrid& grid, const std::vector<std::uint32_t>& rows, std::size_t column,
                                  ChartKind kind, std::optional<RowKind> only, NameStyle names, std::size_t maxBars);

}  // namespace kernline::ui
