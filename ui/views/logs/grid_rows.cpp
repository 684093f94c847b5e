// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/grid_rows.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/tables/sort_rows.h"

#include <limits>
#include <string_view>

namespace kernline::ui {
namespace {

constexpr std::uint32_t gridRowsBetweenStops = 1 << 12;

bool containsText(const LogGrid& grid, std::size_t row, const QString& text) {
  const auto contains = [&text](std::string_view in) { return qt(in).contains(text, Qt::CaseInsensitive); };
  if (contains(grid.rows[row].name)) {
    return true;
  }
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    if (!grid.columns[column].isNumber() && contains(grid.cell(row, column).text)) {
      return true;
    }
  }
  return false;
}

bool isWanted(const LogGrid& grid, std::size_t row, const GridArrangement& arrangement) {
  const GridRow& candidate = grid.rows[row];
  if (arrangement.kind && candidate.kind != *arrangement.kind) {
    return false;
  }
  return arrangement.filter.isEmpty() || containsText(grid, row, arrangement.filter);
}

void sortGrid(const LogGrid& grid, const GridArrangement& arrangement, std::vector<std::uint32_t>& rows) {
  const std::size_t column = *arrangement.sortColumn;
  const Qt::SortOrder order = arrangement.isDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
  if (grid.columns[column].isNumber()) {
    sortRows(rows, order, [&](std::uint32_t row) {
      const GridCell& cell = grid.cell(row, column);
      return cell.hasNumber() ? cell.number : std::numeric_limits<double>::quiet_NaN();
    });
    return;
  }
  const bool isName = grid.columns[column].kind == GridColumn::Kind::Name;
  sortRows(rows, order, [&](std::uint32_t row) -> std::string_view {
    const GridRow& of = grid.rows[row];
    return !isName ? grid.cell(row, column).text : arrangement.names == NameStyle::Short ? of.shortName : of.name;
  });
}

}  // namespace

std::vector<std::uint32_t> arrangeGrid(const LogGrid& grid, const GridArrangement& arrangement,
                                       const std::stop_token& stop) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < grid.rows.size(); ++row) {
    if (row % gridRowsBetweenStops == 0 && stop.stop_requested()) {
      return {};
    }
    if (isWanted(grid, row, arrangement)) {
      rows.push_back(row);
    }
  }
  if (arrangement.sortColumn) {
    sortGrid(grid, arrangement, rows);
  }
  return rows;
}

}  // namespace kernline::ui
