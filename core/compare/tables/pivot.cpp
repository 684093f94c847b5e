// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/pivot.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace kernline {

namespace {

std::int32_t coordinate(const Coordinates& at, std::optional<std::size_t> dimension) {
  return dimension ? at[*dimension] : noCoordinate;
}

bool agrees(const Coordinates& at, const PivotRequest& request) {
  if (!request.counts(at)) {
    return false;
  }
  for (std::size_t d = 0; d < request.fixed.size(); ++d) {
    if (request.fixed[d] && d != request.rows && d != request.columns && at[d] != *request.fixed[d]) {
      return false;
    }
  }
  return (!request.rows || at[*request.rows] != noCoordinate) &&
         (!request.columns || at[*request.columns] != noCoordinate);
}

using Found = std::map<std::pair<std::int32_t, std::int32_t>, PivotCell>;

Found collect(const Measurements& measurements, const PivotRequest& request) {
  Found found;
  const auto cellAt = [&](const Coordinates& at) -> PivotCell& {
    return found[{coordinate(at, request.rows), coordinate(at, request.columns)}];
  };
  for (const std::uint32_t number : measurements.valuesOfMetric[request.metric]) {
    const Coordinates& at = measurements.values[number].at;
    if (agrees(at, request)) {
      cellAt(at).values.push_back(number);
    }
  }
  if (found.empty()) {
    return found;  // a failure alone would be on every chart there is
  }
  for (std::size_t i = 0; i < measurements.failures.size(); ++i) {
    if (agrees(measurements.failures[i].at, request)) {
      cellAt(measurements.failures[i].at).failures.push_back(static_cast<std::uint32_t>(i));
    }
  }
  for (std::size_t i = 0; i < measurements.gaps.size(); ++i) {
    if (measurements.gaps[i].metric == request.metric && agrees(measurements.gaps[i].at, request)) {
      cellAt(measurements.gaps[i].at).gaps.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return found;
}

void settle(const Measurements& measurements, PivotCell& cell) {
  if (cell.values.empty()) {
    cell.status = cell.failures.empty() ? CellStatus::Absent : CellStatus::Failed;
    return;
  }
  cell.status = CellStatus::Value;
  std::vector<double> values;
  for (const std::uint32_t number : cell.values) {
    values.push_back(measurements.values[number].value);
  }
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  cell.value = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  cell.min = values.front();
  cell.max = values.back();
  const double error = measurements.values[cell.values.front()].error;
  if (values.size() == 1 && error == error) {
    cell.min -= error;
    cell.max += error;
  }
}

/// Whether one of two may be better by chance alone.
bool isWithinNoise(const PivotCell& one, const PivotCell& other) {
  return one.min <= other.max && other.min <= one.max;
}

/// Marks the best one, and those within its spread.
void markBestOf(Better better, std::span<PivotCell* const> cells, bool countsFailed) {
  const PivotCell* best = nullptr;
  std::size_t count = 0;
  for (const PivotCell* cell : cells) {
    count += cell->status == CellStatus::Value || (countsFailed && cell->status == CellStatus::Failed) ? 1 : 0;
    if (cell->status == CellStatus::Value) {
      const bool isBetter =
          best == nullptr || (better == Better::Less ? cell->value < best->value : cell->value > best->value);
      best = isBetter ? cell : best;
    }
  }
  if (best == nullptr || count < 2) {
    return;
  }
  std::size_t tied = 0;
  for (PivotCell* cell : cells) {
    cell->isBest = cell->status == CellStatus::Value && cell->value == best->value;
    cell->isTied = cell->status == CellStatus::Value && isWithinNoise(*cell, *best);
    tied += cell->isTied ? 1 : 0;
  }
  for (PivotCell* cell : cells) {
    cell->isTied = cell->isTied && tied > 1;
  }
}

/// Whether the columns of a row compete: there is one row and they are no sizes, or they are implementations by
/// section.
bool competeColumns(const Measurements& measurements, const Pivot& made) {
  const std::optional<std::size_t> rows = made.request.rows;
  const std::optional<std::size_t> columns = made.request.columns;
  if (!columns || measurements.dimensions[*columns].isNumeric) {
    return false;
  }
  return made.rows.size() < 2 || (measurements.dimensions[*columns].key == "implementation" && rows &&
                                  measurements.dimensions[*rows].key == "section");
}

/// Marks the best among the rows of each column, or among the columns of each row.
void markBest(const Measurements& measurements, Pivot& made) {
  const bool isAlongColumns = competeColumns(measurements, made);
  // Profilers' reports list different rows, so a shorter total is no result.
  const bool isOfReports = isAlongColumns && measurements.metrics[made.request.metric].key == "table_listed_time";
  if (made.better == Better::Unknown || isOfReports) {
    return;
  }
  const std::size_t width = made.columns.size();
  for (std::size_t g = 0; g < (isAlongColumns ? made.rows.size() : width); ++g) {
    std::vector<PivotCell*> cells;
    for (std::size_t i = 0; i < (isAlongColumns ? width : made.rows.size()); ++i) {
      cells.push_back(&made.cells[isAlongColumns ? g * width + i : i * width + g]);
    }
    markBestOf(made.better, cells, isAlongColumns);  // side by side, who failed is worse
  }
}

void addRatios(Pivot& made) {
  const auto numberOf = [](const std::vector<std::int32_t>& values, std::optional<std::int32_t> wanted) {
    const auto found = wanted ? std::ranges::find(values, *wanted) : values.end();
    return found == values.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - values.begin()));
  };
  const auto row = numberOf(made.rows, made.request.baselineRow);
  const auto column = numberOf(made.columns, made.request.baselineColumn);
  if (!row && !column) {
    return;
  }
  for (std::size_t r = 0; r < made.rows.size(); ++r) {
    for (std::size_t c = 0; c < made.columns.size(); ++c) {
      const double base = made.cell(row.value_or(r), column.value_or(c)).value;
      if (base != 0) {
        made.cells[r * made.columns.size() + c].ratio = made.cell(r, c).value / base;
      }
    }
  }
}

bool isBetterBelow(const Pivot& made, double ratioBelow) {
  return made.better == Better::More ? ratioBelow > 0 : ratioBelow < 0;
}

/// Puts the one first that is better below the crossing.
RowCrossing ordered(const Pivot& made, RowCrossing crossing, double logRatioBelow) {
  if (!isBetterBelow(made, logRatioBelow)) {
    std::swap(crossing.one, crossing.other);
  }
  return crossing;
}

/// log(one / other) at the largest size below `x` that both have.
double logRatioBelow(std::span<const ScalingPoint> one, std::span<const ScalingPoint> other, double x) {
  double ratio = 0;
  double at = 0;
  for (const ScalingPoint& point : one) {
    const auto match = std::ranges::find(other, point.x, &ScalingPoint::x);
    if (match != other.end() && point.x <= x && point.x > at && point.y > 0 && match->y > 0 && point.y != match->y) {
      at = point.x;
      ratio = point.y < match->y ? -1 : 1;
    }
  }
  return ratio;
}

void addCrossings(const Pivot& made, const std::vector<std::vector<ScalingPoint>>& series, ScalingReport& report) {
  for (std::size_t i = 0; i < report.fits.size(); ++i) {
    for (std::size_t j = i + 1; j < report.fits.size(); ++j) {
      const RowScaling& one = report.fits[i];
      const RowScaling& other = report.fits[j];
      RowCrossing crossing{.one = one.row, .other = other.row};
      const std::vector<double> measured = measuredCrossings(series[one.row], series[other.row]);
      for (const double x : measured) {
        crossing.x = x;
        report.crossings.push_back(ordered(made, crossing, logRatioBelow(series[one.row], series[other.row], x)));
      }
      const auto ofFits = crossingOf(one.fit, other.fit);
      const bool areFits = one.fit.halfWidth && other.fit.halfWidth;  // lines through two points are none
      if (measured.empty() && areFits && ofFits && ofFits->isBeyondMeasured) {
        crossing.x = ofFits->x;
        crossing.isMeasured = false;
        report.crossings.push_back(ordered(made, crossing, other.fit.exponent - one.fit.exponent));
      }
    }
  }
}

}  // namespace

std::string_view toText(CellStatus status) {
  constexpr std::array<std::string_view, 3> names{"absent", "value", "failed"};
  return names[static_cast<std::size_t>(status)];
}

bool PivotRequest::counts(const Coordinates& at) const {
  for (std::size_t d = 0; d < std::min(without.size(), at.size()); ++d) {
    if (without[d].contains(at[d])) {
      return false;
    }
  }
  return true;
}

std::size_t Pivot::filled() const {
  return static_cast<std::size_t>(std::ranges::count(cells, CellStatus::Value, &PivotCell::status));
}

std::size_t Pivot::repeated() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cells, [](const PivotCell& cell) { return cell.values.size() > 1; }));
}

Pivot pivot(const Measurements& measurements, const PivotRequest& request) {
  Pivot made;
  made.request = request;
  made.better = request.better.value_or(measurements.metrics[request.metric].better);
  const Found found = collect(measurements, request);
  std::set<std::int32_t> rows;
  std::set<std::int32_t> columns;
  for (const auto& [place, cell] : found) {
    rows.insert(place.first);
    columns.insert(place.second);
  }
  made.rows.assign(rows.begin(), rows.end());
  made.columns.assign(columns.begin(), columns.end());
  made.cells.resize(made.rows.size() * made.columns.size());
  for (std::size_t r = 0; r < made.rows.size(); ++r) {
    for (std::size_t c = 0; c < made.columns.size(); ++c) {
      if (const auto at = found.find({made.rows[r], made.columns[c]}); at != found.end()) {
        PivotCell& cell = made.cells[r * made.columns.size() + c];
        cell = at->second;
        settle(measurements, cell);
      }
    }
  }
  markBest(measurements, made);
  addRatios(made);
  return made;
}

std::vector<ScalingPoint> seriesOf(const Measurements& measurements, const Pivot& pivot, std::size_t row) {
  std::vector<ScalingPoint> series;
  if (!pivot.request.columns) {
    return series;
  }
  const Dimension& dimension = measurements.dimensions[*pivot.request.columns];
  for (std::size_t c = 0; c < pivot.columns.size(); ++c) {
    const PivotCell& cell = pivot.cell(row, c);
    const double x = dimension.values[static_cast<std::size_t>(pivot.columns[c])].number;
    if (cell.status == CellStatus::Value && x == x) {
      series.push_back({x, cell.value});
    }
  }
  return series;
}

ScalingReport scalingOf(const Measurements& measurements, const Pivot& pivot) {
  ScalingReport report;
  if (!pivot.request.columns || !measurements.dimensions[*pivot.request.columns].isNumeric) {
    return report;
  }
  std::vector<std::vector<ScalingPoint>> series;
  for (std::size_t r = 0; r < pivot.rows.size(); ++r) {
    series.push_back(seriesOf(measurements, pivot, r));
    if (const auto fit = fitScaling(series.back())) {
      report.fits.push_back({r, *fit});
    }
  }
  constexpr std::size_t maxPairedSubjects = 40;  // a log with thousands of subjects is not read pair by pair
  constexpr std::size_t maxPairedSizes = 2000;   // nor is one with as many sizes as a training has steps
  if (report.fits.size() <= maxPairedSubjects && pivot.columns.size() <= maxPairedSizes) {
    addCrossings(pivot, series, report);
  }
  return report;
}

}  // namespace kernline
