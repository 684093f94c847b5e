// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/grid_rows.h"

#include "ui/kit/language/qt_text.h"

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr std::uint32_t gridLooks = 1 << 12;

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
  if (arrangement.family && candidate.family != *arrangement.family) {
    return false;
  }
  return arrangement.filter.isEmpty() || containsText(grid, row, arrangement.filter);
}

void sortByNumber(const LogGrid& grid, std::size_t column, bool isDescending, std::vector<std::uint32_t>& rows) {
  const auto numbered =
      std::ranges::stable_partition(rows, [&](std::uint32_t row) { return grid.cell(row, column).hasNumber(); });
  const auto numberOf = [&](std::uint32_t row) { return grid.cell(row, column).number; };
  const auto end = numbered.begin();
  if (isDescending) {
    std::ranges::stable_sort(rows.begin(), end, std::ranges::greater(), numberOf);
  } else {
    std::ranges::stable_sort(rows.begin(), end, std::ranges::less(), numberOf);
  }
}

void sortByText(const LogGrid& grid, const GridArrangement& arrangement, std::vector<std::uint32_t>& rows) {
  const std::size_t column = *arrangement.sortColumn;
  const bool isName = grid.columns[column].kind == GridColumn::Kind::Name;
  const auto textOf = [&](std::uint32_t row) {
    const GridRow& of = grid.rows[row];
    return !isName ? grid.cell(row, column).text : arrangement.names == NameStyle::Short ? of.shortName : of.name;
  };
  if (arrangement.isDescending) {
    std::ranges::stable_sort(rows, std::ranges::greater(), textOf);
  } else {
    std::ranges::stable_sort(rows, std::ranges::less(), textOf);
  }
}

}  // namespace

std::vector<std::uint32_t> arrangeGrid(const LogGrid& grid, const GridArrangement& arrangement,
                                       const std::stop_token& stop) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < grid.rows.size(); ++row) {
    if (row % gridLooks == 0 && stop.stop_requested()) {
      return {};
    }
    if (isWanted(grid, row, arrangement)) {
      rows.push_back(row);
    }
  }
  if (arrangement.sortColumn) {
    if (grid.columns[*arrangement.sortColumn].isNumber()) {
      sortByNumber(grid, *arrangement.sortColumn, arrangement.isDescending, rows);
    } else {
      sortByText(grid, arrangement, rows);
    }
  }
  return rows;
}

}  // namespace kernline::ui
