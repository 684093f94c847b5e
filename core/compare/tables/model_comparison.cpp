// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/model_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace kernline {

namespace {

/// Values measured at one place, by the value of the compared dimension.
using ModelCell = std::map<std::int32_t, double>;

struct ModelCells {
  std::map<Coordinates, ModelCell> cells;  // cells with two values at least
  std::size_t ambiguous = 0;
};

bool isWanted(const Coordinates& at, const PivotRequest& request) {
  if (!request.counts(at)) {
    return false;
  }
  for (std::size_t d = 0; d < request.fixed.size(); ++d) {
    if (request.fixed[d] && d != request.rows && at[d] != *request.fixed[d]) {
      return false;
    }
  }
  return at[*request.rows] != noCoordinate;
}

/// Dimensions of texts that have one value for each value of the compared one.
std::vector<std::size_t> toldBy(const Measurements& measurements, const PivotRequest& request) {
  std::vector<std::size_t> told;
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    const Dimension& dimension = measurements.dimensions[d];
    if (d == *request.rows || d == request.columns || dimension.isNumeric || dimension.key == "dtype") {
      continue;
    }
    std::map<std::int32_t, std::int32_t> valueOf;
    std::set<std::int32_t> values;
    bool isTold = true;
    for (const std::uint32_t number : measurements.valuesOfMetric[request.metric]) {
      const Coordinates& at = measurements.values[number].at;
      if (isWanted(at, request)) {
        isTold = isTold && valueOf.try_emplace(at[*request.rows], at[d]).first->second == at[d];
        values.insert(at[d]);
      }
    }
    if (isTold && values.size() > 1) {
      told.push_back(d);
    }
  }
  return told;
}

ModelCells cellsFor(const Measurements& measurements, const PivotRequest& request,
                    const std::vector<std::size_t>& alongside) {
  ModelCells found;
  std::map<Coordinates, std::map<std::int32_t, std::vector<double>>> places;
  for (const std::uint32_t number : measurements.valuesOfMetric[request.metric]) {
    const Measurement& one = measurements.values[number];
    if (isWanted(one.at, request) && one.value > 0) {
      Coordinates place = one.at;
      place[*request.rows] = noCoordinate;
      for (const std::size_t d : alongside) {
        place[d] = noCoordinate;
      }
      places[std::move(place)][one.at[*request.rows]].push_back(one.value);
    }
  }
  for (const auto& [place, values] : places) {
    ModelCell cell;
    for (const auto& [model, several] : values) {
      if (several.size() == 1) {
        cell.emplace(model, several.front());
      } else {
        ++found.ambiguous;
      }
    }
    if (cell.size() > 1) {
      found.cells.emplace(place, std::move(cell));
    }
  }
  return found;
}

/// Returns the factor by which `one` is better than `other`.
double ratioOf(double one, double other, Better better) {
  return better == Better::Less ? other / one : one / other;
}

/// Returns the best one, the first of several equal ones.
std::int32_t bestOf(const ModelCell& cell, Better better) {
  const auto isBetter = [&](const auto& a, const auto& b) { return ratioOf(a.second, b.second, better) > 1; };
  auto best = cell.begin();
  for (auto one = cell.begin(); one != cell.end(); ++one) {
    best = isBetter(*one, *best) ? one : best;
  }
  return best->first;
}

class LogMean {
 public:
  void add(double ratio) {
    const double log = std::log(ratio);
    m_sum += log;
    m_squares += log * log;
    m_min = std::min(m_min, ratio);
    m_max = std::max(m_max, ratio);
    ++m_count;
  }
  [[nodiscard]] std::size_t count() const { return m_count; }
  [[nodiscard]] double mean() const { return std::exp(m_sum / static_cast<double>(m_count)); }
  [[nodiscard]] double spread() const {
    if (m_count < 2) {
      return 1;
    }
    const auto n = static_cast<double>(m_count);
    return std::exp(std::sqrt(std::max(0.0, (m_squares - m_sum * m_sum / n) / (n - 1))));
  }
  [[nodiscard]] double least() const { return m_min; }
  [[nodiscard]] double most() const { return m_max; }

 private:
  double m_sum = 0;
  double m_squares = 0;
  double m_min = std::numeric_limits<double>::infinity();
  double m_max = 0;
  std::size_t m_count = 0;
};

ModelSpeed speedOf(const ModelCells& all, std::int32_t model, std::int32_t baseline, Better better) {
  LogMean ratios;
  for (const auto& [place, cell] : all.cells) {
    const auto one = cell.find(model);
    const auto base = cell.find(baseline);
    if (one != cell.end() && base != cell.end()) {
      ratios.add(ratioOf(one->second, base->second, better));
    }
  }
  if (ratios.count() == 0) {
    return {.value = model};
  }
  return {.value = model,
          .cells = ratios.count(),
          .mean = ratios.mean(),
          .spread = ratios.spread(),
          .least = ratios.least(),
          .most = ratios.most()};
}

/// The winner among cells that have one value of `by` each.
WinnerRegion regionOf(const std::vector<const ModelCell*>& cells, Better better) {
  std::map<std::int32_t, std::size_t> wins;
  for (const ModelCell* cell : cells) {
    ++wins[bestOf(*cell, better)];
  }
  const auto most = std::ranges::max_element(wins, {}, [](const auto& one) { return one.second; });
  WinnerRegion region{.winner = most->first, .cells = cells.size(), .won = most->second};
  LogMean ratios;
  for (const ModelCell* cell : cells) {
    ModelCell others = *cell;
    const auto own = others.extract(region.winner);
    if (!own.empty()) {
      ratios.add(ratioOf(own.mapped(), others.at(bestOf(others, better)), better));
    }
  }
  region.mean = ratios.mean();
  return region;
}

void addRegions(const ModelCells& all, ModelComparison& made) {
  std::map<std::int32_t, std::vector<const ModelCell*>> along;
  for (const auto& [place, cell] : all.cells) {
    along[made.by ? place[*made.by] : noCoordinate].push_back(&cell);
  }
  std::vector<std::vector<const ModelCell*>> members;  // region by region
  for (const auto& [at, cells] : along) {
    const WinnerRegion here = regionOf(cells, made.better);
    // Values without the dimension have no neighbors.
    if (made.regions.empty() || made.regions.back().winner != here.winner || made.regions.back().to == noCoordinate) {
      made.regions.push_back({.from = at, .winner = here.winner});
      members.emplace_back();
    }
    made.regions.back().to = at;
    members.back().insert(members.back().end(), cells.begin(), cells.end());
  }
  for (std::size_t r = 0; r < made.regions.size(); ++r) {
    WinnerRegion whole = regionOf(members[r], made.better);  // who wins most in each part does so in all
    whole.from = made.regions[r].from;
    whole.to = made.regions[r].to;
    made.regions[r] = whole;
  }
}

}  // namespace

std::optional<ModelComparison> compareModels(const Measurements& measurements, const PivotRequest& request) {
  const Better better = request.better.value_or(measurements.metrics[request.metric].better);
  if (!request.rows || better == Better::Unknown) {
    return std::nullopt;
  }
  std::vector<std::size_t> alongside = toldBy(measurements, request);
  const ModelCells all = cellsFor(measurements, request, alongside);
  if (all.cells.empty()) {
    return std::nullopt;
  }
  std::map<std::int32_t, std::size_t> wins;
  std::map<std::int32_t, std::size_t> shares;  // number of cells that have it
  for (const auto& [place, cell] : all.cells) {
    for (const auto& [model, value] : cell) {
      wins.try_emplace(model);
      ++shares[model];
    }
    ++wins[bestOf(cell, better)];
  }
  ModelComparison made{.metric = request.metric,
                       .of = *request.rows,
                       .by = request.columns,
                       .alongside = std::move(alongside),
                       .better = better,
                       .cells = all.cells.size(),
                       .ambiguous = all.ambiguous,
                       .speeds = {},
                       .regions = {}};
  const bool isChosen = request.baselineRow && wins.contains(*request.baselineRow);
  made.baseline =
      isChosen ? *request.baselineRow : std::ranges::min_element(wins, {}, [&](const auto& one) {
                                          return std::pair(all.cells.size() - shares[one.first], one.second);
                                        })->first;
  for (const auto& [model, won] : wins) {
    ModelSpeed speed = speedOf(all, model, made.baseline, better);
    speed.best = won;
    made.speeds.push_back(speed);
  }
  std::ranges::stable_sort(made.speeds, [&](const ModelSpeed& a, const ModelSpeed& b) {
    return std::pair(a.value != made.baseline, -a.mean) < std::pair(b.value != made.baseline, -b.mean);
  });
  addRegions(all, made);
  return made;
}

}  // namespace kernline
