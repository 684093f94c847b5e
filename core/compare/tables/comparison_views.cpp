// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_views.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>

namespace kernline {

namespace {

/// Distinct values of each dimension among the measurements of each metric, and among the runs that failed.
using ValuesByDimension = std::vector<std::set<std::int32_t>>;

ValuesByDimension valuesOf(const Measurements& measurements, std::size_t metric) {
  ValuesByDimension values(measurements.dimensions.size());
  const auto add = [&](const Coordinates& at, bool isFailure) {
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (at[d] != noCoordinate && (!isFailure || !values[d].empty())) {
        values[d].insert(at[d]);
      }
    }
  };
  for (const std::uint32_t number : measurements.valuesOfMetric[metric]) {
    add(measurements.values[number].at, false);
  }
  for (const FailedRun& failure : measurements.failures) {
    add(failure.at, true);
  }
  for (const Gap& gap : measurements.gaps) {
    if (gap.metric == metric) {
      add(gap.at, true);
    }
  }
  return values;
}

bool isRound(const Dimension& dimension) {
  return dimension.key == "epoch" || dimension.key == "step" || dimension.isRepetition;
}

/// Whether a view can have the dimension as its columns. Numbered rows never are, other repetitions only if no other
/// dimension varies.
bool isAxis(const Measurements& measurements, const ValuesByDimension& values, std::size_t dimension) {
  const auto varies = [&](std::size_t d) { return values[d].size() > 1 && !measurements.dimensions[d].isRepetition; };
  if (values[dimension].size() < 2 || measurements.dimensions[dimension].key == "repeat") {
    return false;
  }
  return varies(dimension) || std::ranges::none_of(std::views::iota(std::size_t{0}, values.size()), varies);
}

bool isPlace(const Dimension& dimension) {
  return dimension.key == "section" || dimension.key == "file";
}

/// Whether each value of one dimension always comes with the same value of the other, and the other way round: as rows
/// and columns they would fill a diagonal.
bool goTogether(const Measurements& measurements, std::size_t metric, std::size_t one, std::size_t other) {
  std::map<std::int32_t, std::int32_t> ofOne;
  std::map<std::int32_t, std::int32_t> ofOther;
  return std::ranges::all_of(measurements.valuesOfMetric[metric], [&](std::uint32_t number) {
    const Coordinates& at = measurements.values[number].at;
    return ofOne.try_emplace(at[one], at[other]).first->second == at[other] &&
           ofOther.try_emplace(at[other], at[one]).first->second == at[one];
  });
}

/// Rows: subjects if there are several; else the dimension with most values, sections and files last; repetitions
/// never.
std::optional<std::size_t> rowsFor(const Measurements& measurements, std::size_t metric,
                                   const ValuesByDimension& values, std::size_t columns) {
  std::optional<std::size_t> best;
  const auto rank = [&](std::size_t d) {
    const Dimension& dimension = measurements.dimensions[d];
    const bool isSeveral = values[d].size() > 1;
    return std::tuple(dimension.key == "implementation" && isSeveral, dimension.key == "subject" && isSeveral,
                      !isPlace(dimension), dimension.key != "repeat", !dimension.isNumeric, values[d].size());
  };
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    const bool isSubject = measurements.dimensions[d].key == "subject";
    const bool isFree = isSubject || measurements.dimensions[d].key == "implementation" || values[d].size() < 2 ||
                        !goTogether(measurements, metric, d, columns);
    if (d != columns && !measurements.dimensions[d].isRepetition && isFree &&
        values[d].size() > (isSubject ? 0U : 1U) && (!best || rank(d) > rank(*best))) {
      best = d;
    }
  }
  return best;
}

/// Returns the values of each cell, facet by facet.
std::vector<std::vector<std::uint32_t>> valuesByPlace(const Measurements& measurements, const Pivot& made) {
  std::vector<std::vector<std::uint32_t>> places;
  for (const PivotCell& cell : made.cells) {
    if (!made.request.facets) {
      places.push_back(cell.values);
      continue;
    }
    std::map<std::int32_t, std::vector<std::uint32_t>> byFacet;
    for (const std::uint32_t number : cell.values) {
      byFacet[measurements.values[number].at[*made.request.facets]].push_back(number);
    }
    for (auto& [facet, values] : byFacet) {
      places.push_back(std::move(values));
    }
  }
  return places;
}

/// The dimension that distinguishes the values of the most places with several. Repetitions stay together in a cell.
std::optional<std::size_t> distinguishingDimension(const Measurements& measurements, const Pivot& made,
                                                   std::span<const std::size_t> open) {
  const std::vector<std::vector<std::uint32_t>> places = valuesByPlace(measurements, made);
  std::optional<std::size_t> best;
  std::size_t most = 0;
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    if (d == made.request.rows || d == made.request.columns || measurements.dimensions[d].isRepetition ||
        std::ranges::find(open, d) != open.end()) {
      continue;
    }
    const auto count = static_cast<std::size_t>(std::ranges::count_if(places, [&](const auto& values) {
      return std::ranges::any_of(values, [&](std::uint32_t number) {
        return measurements.values[number].at[d] != measurements.values[values.front()].at[d];
      });
    }));
    if (count > most) {
      best = d;
      most = count;
    }
  }
  return best;
}

std::int32_t fullestValue(const Measurements& measurements, const Pivot& made, std::size_t dimension) {
  std::map<std::int32_t, std::size_t> counts;
  for (const PivotCell& cell : made.cells) {
    std::set<std::int32_t> here;
    for (const std::uint32_t number : cell.values) {
      here.insert(measurements.values[number].at[dimension]);
    }
    for (const std::int32_t value : here) {
      ++counts[value];
    }
  }
  counts.erase(noCoordinate);
  const bool isRoundOrSize = measurements.dimensions[dimension].isNumeric;
  std::int32_t best = noCoordinate;
  for (const auto& [value, count] : counts) {
    // The last round is the result; the first section is.
    if (best == noCoordinate || count > counts[best] || (count == counts[best] && isRoundOrSize)) {
      best = value;
    }
  }
  return best;
}

int rankOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::Time:
      return 0;
    case Quantity::Bytes:
      return 1;
    case Quantity::Rate:
    case Quantity::FlopRate:
    case Quantity::ByteRate:
      return 2;
    case Quantity::Share:
      return 3;
    default:
      return 4;
  }
}

/// Figures of a whole run before those of its parts ("Fwd", "train_loss").
bool isOfWholeRun(const Metric& metric) {
  constexpr std::array<std::string_view, 5> keys{"time", "memory", "peak_memory", "throughput", "accuracy"};
  return std::ranges::find(keys, metric.key) != keys.end();
}

/// Compares a few files or sections if they measure the same: returns `view`, or, if it shows only one of them, a view
/// per row with all of them as rows.
std::vector<PivotRequest> withPlacesAsRows(const Measurements& measurements, const ValuesByDimension& values,
                                           const PivotRequest& view) {
  constexpr std::size_t maxPlaces = 4;
  constexpr std::size_t maxViews = 8;
  for (std::size_t d = 0; d < measurements.dimensions.size() && view.rows; ++d) {
    const bool isHidden = isPlace(measurements.dimensions[d]) && view.fixed[d] && values[d].size() > 1 &&
                          values[d].size() <= maxPlaces && d != view.columns;
    if (!isHidden || values[*view.rows].size() > maxViews) {
      continue;
    }
    std::vector<PivotRequest> views;
    for (const std::int32_t row : values[*view.rows]) {
      PivotRequest ofRow = view;
      ofRow.rows = d;
      ofRow.fixed[d].reset();
      ofRow.fixed[*view.rows] = row;
      fixTheRest(measurements, ofRow);
      views.push_back(std::move(ofRow));
    }
    return views;
  }
  return {view};
}

/// Two files are one against the other: the first is the baseline.
void compareTwoFiles(const Measurements& measurements, const ValuesByDimension& values, PivotRequest& view) {
  const auto firstOfTwo = [&](std::optional<std::size_t> d) {
    const bool isTwo = d && measurements.dimensions[*d].key == "file" && values[*d].size() == 2;
    return isTwo ? std::optional(*values[*d].begin()) : std::nullopt;
  };
  view.baselineRow = firstOfTwo(view.rows);
  view.baselineColumn = firstOfTwo(view.columns);
}

struct Candidate {
  PivotRequest request;
  std::size_t filled = 0;
  std::size_t failed = 0;  ///< cells without a value
  bool isNumeric = false;
};

}  // namespace

void fixTheRest(const Measurements& measurements, PivotRequest& request, std::span<const std::size_t> open) {
  request.fixed.resize(measurements.dimensions.size());
  for (std::size_t round = 0; round < measurements.dimensions.size(); ++round) {
    const Pivot made = pivot(measurements, request);
    const auto dimension = made.repeated() > 0 ? distinguishingDimension(measurements, made, open) : std::nullopt;
    if (!dimension) {
      break;
    }
    const std::int32_t value = fullestValue(measurements, made, *dimension);
    if (value == noCoordinate) {
      break;
    }
    request.fixed[*dimension] = value;
  }
}

PivotRequest viewOf(const Measurements& measurements, std::size_t metric, std::size_t columns) {
  PivotRequest request;
  request.metric = metric;
  request.columns = columns;
  request.rows = rowsFor(measurements, metric, valuesOf(measurements, metric), columns);
  fixTheRest(measurements, request);
  return request;
}

std::vector<PivotRequest> suggestedViews(const Measurements& measurements) {
  constexpr std::size_t maxMetrics = 256;  // a log with more of them is no table of results
  std::vector<Candidate> candidates;
  std::map<std::size_t, std::size_t> weights;  // cells along a dimension
  for (std::size_t m = 0; m < std::min(measurements.metrics.size(), maxMetrics); ++m) {
    const ValuesByDimension values = valuesOf(measurements, m);
    const auto tellsApart = [&](std::size_t d) { return isAxis(measurements, values, d); };
    // Files and headings are compared if no other dimension distinguishes the values.
    bool isByPlace = true;
    for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
      isByPlace = isByPlace && (!tellsApart(d) || isPlace(measurements.dimensions[d]));
    }
    for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
      const Dimension& dimension = measurements.dimensions[d];
      if (!tellsApart(d) || (isPlace(dimension) && !isByPlace)) {
        continue;
      }
      for (PivotRequest& request : withPlacesAsRows(measurements, values, viewOf(measurements, m, d))) {
        compareTwoFiles(measurements, values, request);
        const Pivot made = pivot(measurements, request);
        if (made.columns.size() > 1) {
          constexpr std::size_t quarter = 4;
          candidates.push_back({.request = request,
                                .filled = made.filled(),
                                .failed = static_cast<std::size_t>(
                                    std::ranges::count(made.cells, CellStatus::Failed, &PivotCell::status)),
                                .isNumeric = dimension.isNumeric});
          weights[d] += made.filled() * (isRound(dimension) ? 1 : quarter);
        }
      }
    }
  }
  // The transposed matrix adds no information.
  std::set<std::size_t> drawnAlongNumbers;
  for (const Candidate& candidate : candidates) {
    if (candidate.isNumeric) {
      drawnAlongNumbers.insert(candidate.request.metric);
    }
  }
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return !candidate.isNumeric && drawnAlongNumbers.contains(candidate.request.metric);
  });
  const auto order = [&](const Candidate& candidate) {
    const Metric& metric = measurements.metrics[candidate.request.metric];
    return std::tuple(!candidate.isNumeric, -static_cast<long>(weights[*candidate.request.columns]),
                      *candidate.request.columns, rankOf(metric.quantity), metric.isOfTables, !isOfWholeRun(metric),
                      -static_cast<long>(candidate.failed), -static_cast<long>(candidate.filled),
                      candidate.request.metric);
  };
  std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
  std::vector<PivotRequest> views;
  for (Candidate& candidate : candidates) {
    views.push_back(std::move(candidate.request));
  }
  return views;
}

}  // namespace kernline
