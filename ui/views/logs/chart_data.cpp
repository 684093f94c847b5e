// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/chart_data.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double minSliceShare = 0.02;  // share of the whole; smaller slices are merged

bool isDeviceTime(ColumnRole role) {
  return role == ColumnRole::SelfDevice || role == ColumnRole::SelfDeviceShare || role == ColumnRole::DeviceTotal ||
         role == ColumnRole::DeviceAverage;
}

bool hasNumbers(const LogGrid& grid, std::size_t column) {
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    if (grid.cell(row, column).hasNumber()) {
      return true;
    }
  }
  return false;
}

/// The one kind of rows that is counted; absent if there is only one.
std::optional<RowKind> countedKind(const LogGrid& grid, const std::vector<std::uint32_t>& rows,
                                   const GridColumn& column, std::optional<RowKind> only) {
  std::set<RowKind> kinds;
  for (const std::uint32_t row : rows) {
    kinds.insert(grid.rows[row].kind);
  }
  if (only || kinds.size() < 2) {
    return only;
  }
  const auto has = [&](RowKind kind) { return kinds.contains(kind); };
  if (isDeviceTime(column.role) && has(RowKind::Kernel)) {
    return RowKind::Kernel;
  }
  return has(RowKind::Operator) ? RowKind::Operator : *kinds.begin();
}

struct Counted {
  std::vector<std::uint32_t> rows;    // largest first
  std::vector<std::uint32_t> failed;  // rows without a value
  double sum = 0;
  std::size_t skipped = 0;  // rows of other kinds
};

Counted countRows(const LogGrid& grid, const std::vector<std::uint32_t>& rows, std::size_t column,
                  std::optional<RowKind> kind) {
  Counted counted;
  for (const std::uint32_t row : rows) {
    const GridCell& cell = grid.cell(row, column);
    if (kind && grid.rows[row].kind != *kind) {
      ++counted.skipped;
    } else if (cell.hasNumber() && std::isfinite(cell.number)) {
      counted.rows.push_back(row);
      counted.sum += cell.number;
    } else if (grid.rows[row].isFailed) {
      counted.failed.push_back(row);
    }
  }
  std::ranges::stable_sort(counted.rows, std::ranges::greater(),
                           [&](std::uint32_t row) { return grid.cell(row, column).number; });
  return counted;
}

/// Returns the whole for shares: the printed total, which includes rows that were not printed, else the sum of the
/// rows.
double wholeOf(const GridColumn& column, const Counted& counted) {
  constexpr double rounding = 1.005;  // tolerance for a total that was printed with four digits
  return column.whole * rounding >= counted.sum && column.whole > 0 ? column.whole : counted.sum;
}

void addRows(ChartData& chart, const LogGrid& grid, const Counted& counted, std::size_t column, NameStyle names,
             std::size_t maxBars) {
  const double whole =
      grid.isTable && isAdditive(grid.columns[column]) && counted.sum > 0 ? wholeOf(grid.columns[column], counted) : 0;
  double together = 0;
  for (const std::uint32_t row : counted.rows) {
    if (chart.bars.size() == maxBars) {
      break;
    }
    const double value = grid.cell(row, column).number;
    if (whole > 0 && value <= 0) {
      break;  // the rest is too small to see
    }
    const double share = whole > 0 ? value / whole : 0;
    together += share;
    chart.bars.push_back({rowLabel(grid, row, names), value, share, together, {row}});
  }
  for (const std::uint32_t row : counted.failed) {
    if (chart.kind == ChartKind::Top && chart.bars.size() < maxBars) {
      chart.bars.push_back({rowLabel(grid, row, names), std::nan(""), 0, together, {row}});
    }
  }
}

void addFamilies(ChartData& chart, const LogGrid& grid, const Counted& counted, std::size_t column) {
  std::map<KernelFamily, ChartBar> families;
  for (const std::uint32_t row : counted.rows) {
    ChartBar& bar = families[grid.rows[row].family];
    bar.name = coreText(toText(grid.rows[row].family));
    bar.value += grid.cell(row, column).number;
    bar.rows.push_back(row);
  }
  const double whole = wholeOf(grid.columns[column], counted);
  ChartBar small;
  std::size_t merged = 0;
  for (auto& [family, bar] : families) {
    bar.share = whole > 0 ? bar.value / whole : 0;
    if (bar.share >= minSliceShare || families.size() <= 3) {
      chart.bars.push_back(std::move(bar));
      continue;
    }
    ++merged;
    small.name = merged == 1 ? bar.name : Words::tr("%1 more families").arg(merged);
    small.value += bar.value;
    small.share += bar.share;
    small.rows.insert(small.rows.end(), bar.rows.begin(), bar.rows.end());
  }
  std::ranges::stable_sort(chart.bars, std::ranges::greater(), &ChartBar::value);
  if (merged > 0) {
    chart.bars.push_back(std::move(small));
  }
  if (const double rest = whole - counted.sum; rest > minSliceShare * whole) {
    chart.bars.push_back({Words::tr("not printed"), rest, rest / whole, 1, {}});
  }
}

/// Returns the reason why rows of other kinds are left out.
QString onlyText(RowKind kind) {
  switch (kind) {
    case RowKind::Operator:
      return Words::tr("Operators only: other rows repeat the same time");
    case RowKind::Kernel:
      return Words::tr("Kernels only: other rows repeat the same time");
    case RowKind::Annotation:
      return Words::tr("Annotations only: other rows repeat the same time");
    case RowKind::Plain:
      break;
  }
  return Words::tr("Rows only: other rows repeat the same time");
}

/// The quantity whose base unit that is; Number of any other.
Quantity quantityIn(std::string_view unit) {
  constexpr std::array quantities{Quantity::Share, Quantity::Time,     Quantity::Bytes,    Quantity::Count,
                                  Quantity::Flops, Quantity::FlopRate, Quantity::ByteRate, Quantity::Frequency};
  const auto* found = std::ranges::find_if(quantities, [&](Quantity each) { return baseUnit(each) == unit; });
  return found == quantities.end() ? Quantity::Number : *found;
}

/// Returns the style of numbers of rows with a unit of their own.
NumberStyle styleOfRows(const LogGrid& grid, const std::vector<std::uint32_t>& rows, std::size_t column) {
  std::vector<PrintedNumber> numbers;
  for (const std::uint32_t row : rows) {
    if (const GridCell& cell = grid.cell(row, column); cell.hasNumber()) {
      numbers.push_back({cell.number, printedDecimals(cell.text)});
    }
  }
  const std::string_view unit = unitOfRow(grid, rows.front());
  return styleFor(quantityIn(unit), unit, numbers);
}

}  // namespace

std::vector<UnitRows> rowsByUnit(const LogGrid& grid, const std::vector<std::uint32_t>& rows, std::size_t column) {
  if (!grid.unitColumn) {
    return {{.unit = {}, .rows = rows}};
  }
  std::vector<UnitRows> units;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const std::uint32_t row : rows) {
    if (grid.cell(row, column).hasNumber()) {
      const auto [place, isNew] = places.try_emplace(unitOfRow(grid, row), units.size());
      if (isNew) {
        units.push_back({.unit = place->first});
      }
      units[place->second].rows.push_back(row);
    }
  }
  std::ranges::stable_sort(units, std::ranges::greater(),
                           [](const UnitRows& of) { return std::pair(!of.unit.empty(), of.rows.size()); });
  return units;
}

bool isAdditive(const GridColumn& column) {
  constexpr std::array additive{Quantity::Time, Quantity::Bytes, Quantity::Count, Quantity::Flops, Quantity::Share};
  constexpr std::array averages{ColumnRole::Average,      ColumnRole::Median,    ColumnRole::Minimum,
                                ColumnRole::Maximum,      ColumnRole::Deviation, ColumnRole::HostAverage,
                                ColumnRole::DeviceAverage};
  return column.isNumber() && std::ranges::find(additive, column.quantity) != additive.end() &&
         std::ranges::find(averages, column.role) == averages.end() && !column.like;
}

std::vector<std::size_t> chartColumns(const LogGrid& grid, ChartKind kind) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    const GridColumn& column = grid.columns[c];
    if (column.isNumber() && !column.isParameter && !column.like && (kind == ChartKind::Top || isAdditive(column)) &&
        hasNumbers(grid, c)) {
      columns.push_back(c);
    }
  }
  return columns;
}

std::vector<ChartKind> chartKinds(const LogGrid& grid) {
  std::vector<ChartKind> kinds;
  if (grid.hasFigures && !chartColumns(grid, ChartKind::Top).empty()) {
    kinds.push_back(ChartKind::Top);
  }
  if (grid.isTable && !chartColumns(grid, ChartKind::Pareto).empty()) {
    kinds.push_back(ChartKind::Pareto);
    if (grid.hasFamilies) {
      kinds.insert(kinds.begin() + 1, ChartKind::Families);
    }
  }
  return kinds;
}

ChartData makeChart(const LogGrid& grid, const std::vector<std::uint32_t>& rows, std::size_t column, ChartKind kind,
                    std::optional<RowKind> only, NameStyle names, std::size_t maxBars) {
  ChartData chart;
  chart.kind = kind;
  const GridColumn& shown = grid.columns[column];
  const bool hasOwnUnits = grid.unitColumn && !rows.empty();
  chart.style = hasOwnUnits ? styleOfRows(grid, rows, column) : shown.style;
  const std::optional<RowKind> counts =
      kind == ChartKind::Families && grid.kinds().size() > 1 ? RowKind::Kernel : countedKind(grid, rows, shown, only);
  const Counted counted = countRows(grid, rows, column, counts);
  if (kind == ChartKind::Families) {
    addFamilies(chart, grid, counted, column);
  } else {
    addRows(chart, grid, counted, column, names, maxBars);
  }
  chart.title = kind == ChartKind::Families ? Words::tr("%1 by kernel family").arg(shown.title) : shown.title;
  if (hasOwnUnits && !chart.style.unit.isEmpty()) {
    chart.title += QStringLiteral(" (%1)").arg(chart.style.unit);
  }
  if (counts && counted.skipped > 0) {
    chart.note = onlyText(*counts);
  }
  if (kind != ChartKind::Families && counted.rows.size() > chart.bars.size()) {
    chart.note += (chart.note.isEmpty() ? QString() : QStringLiteral(" · ")) +
                  Words::tr("%1 of %2 rows").arg(chart.bars.size()).arg(counted.rows.size());
  }
  return chart;
}

}  // namespace kernline::ui
