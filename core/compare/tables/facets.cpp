// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/facets.h"

#include <algorithm>
#include <set>
#include <utility>

namespace kernline {

namespace {

/// The same matrix with these rows and columns, which has all of its own.
Pivot spread(Pivot made, const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& columns) {
  std::vector<PivotCell> cells(rows.size() * columns.size());
  for (std::size_t r = 0; r < made.rows.size(); ++r) {
    const auto row = static_cast<std::size_t>(std::ranges::find(rows, made.rows[r]) - rows.begin());
    for (std::size_t c = 0; c < made.columns.size(); ++c) {
      const auto column = static_cast<std::size_t>(std::ranges::find(columns, made.columns[c]) - columns.begin());
      cells[row * columns.size() + column] = std::move(made.cells[r * made.columns.size() + c]);
    }
  }
  made.rows = rows;
  made.columns = columns;
  made.cells = std::move(cells);
  return made;
}

}  // namespace

Facets facetsOf(const Measurements& measurements, const PivotRequest& request) {
  if (!request.facets) {
    return {.values = {noCoordinate}, .pivots = {pivot(measurements, request)}};
  }
  Facets facets;
  std::set<std::int32_t> rows;
  std::set<std::int32_t> columns;
  PivotRequest of = request;
  of.fixed.resize(measurements.dimensions.size());
  const std::size_t count = measurements.dimensions[*request.facets].values.size();
  for (std::int32_t value = 0; std::cmp_less(value, count); ++value) {
    of.fixed[*request.facets] = value;
    Pivot made = pivot(measurements, of);
    if (!made.isEmpty()) {
      rows.insert(made.rows.begin(), made.rows.end());
      columns.insert(made.columns.begin(), made.columns.end());
      facets.values.push_back(value);
      facets.pivots.push_back(std::move(made));
    }
  }
  const std::vector<std::int32_t> allRows(rows.begin(), rows.end());
  const std::vector<std::int32_t> allColumns(columns.begin(), columns.end());
  for (Pivot& made : facets.pivots) {
    made = spread(std::move(made), allRows, allColumns);
  }
  return facets;
}

}  // namespace kernline
