// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/chosen_view.h"

#include "core/compare/tables/comparison_views.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline::ui {
namespace {

std::set<std::int32_t> valuesAt(const Measurements& measurements, const PivotRequest& request, std::size_t dimension) {
  std::set<std::int32_t> values;
  for (const std::uint32_t number : measurements.valuesOfMetric[request.metric]) {
    const Coordinates& at = measurements.values[number].at;
    if (!request.columns || at[*request.columns] != noCoordinate) {
      values.insert(at[dimension]);
    }
  }
  values.erase(noCoordinate);
  return values;
}

/// The same value of other measurements, by its text.
std::optional<std::int32_t> sameValue(const Dimension& from, std::int32_t value, const Dimension& to) {
  const std::string& text = from.values[static_cast<std::size_t>(value)].text;
  const auto found = std::ranges::find(to.values, text, &DimensionValue::text);
  return found == to.values.end() ? std::nullopt : std::optional(static_cast<std::int32_t>(found - to.values.begin()));
}

}  // namespace

ChosenView::ChosenView(std::shared_ptr<const ComparedLogs> logs) : m_logs(std::move(logs)) {
  m_values.resize(measurements().dimensions.size());
  if (!m_logs->views.empty()) {
    m_request = m_logs->views.front();
  }
}

/// Filters of a person, and of the rest what is needed for one measurement a cell.
PivotRequest ChosenView::settled(PivotRequest request) const {
  request.fixed = m_values;
  for (const auto& laidOut : {request.rows, request.columns, request.facets}) {
    if (laidOut) {
      request.fixed[*laidOut].reset();
    }
  }
  const std::vector<std::size_t> open(m_medians.begin(), m_medians.end());
  fixTheRest(measurements(), request, open);
  return request;
}

void ChosenView::settle() {
  m_request = settled(std::move(m_request));
}

PivotRequest ChosenView::conditions() const {
  PivotRequest request = m_request;
  request.fixed = m_values;
  return request;
}

std::optional<PivotRequest> ChosenView::requestFor(std::size_t metric) const {
  PivotRequest request = m_request;
  request.metric = metric;
  request.better = betterOf(metric);
  if (request.rows && valuesAt(measurements(), request, *request.rows).empty()) {
    return std::nullopt;
  }
  if (request.facets && valuesAt(measurements(), request, *request.facets).size() < 2) {
    request.facets.reset();
  }
  request = settled(std::move(request));
  const Pivot made = pivot(measurements(), request);
  if (made.isEmpty() || (request.columns && made.columns.size() < 2)) {
    return std::nullopt;
  }
  return request;
}

ChosenView::Filter ChosenView::filter(std::size_t dimension) const {
  const bool isMedian = m_medians.contains(dimension);
  return {.isChosen = isMedian || m_values[dimension].has_value(),
          .isMedian = isMedian,
          .value = dimension < m_request.fixed.size() ? m_request.fixed[dimension] : std::nullopt};
}

bool ChosenView::isLaidOut(std::size_t dimension) const {
  return dimension == m_request.rows || dimension == m_request.columns || dimension == m_request.facets;
}

std::set<std::int32_t> ChosenView::valuesOf(std::size_t dimension) const {
  return valuesAt(measurements(), m_request, dimension);
}

const std::set<std::int32_t>& ChosenView::leftOut(std::size_t dimension) const {
  static const std::set<std::int32_t> nothing;
  return dimension < m_request.without.size() ? m_request.without[dimension] : nothing;
}

void ChosenView::dropWishes(std::size_t dimension) {
  m_values[dimension].reset();
  m_medians.erase(dimension);
}

/// The same layout if the metric has it, else its own best one, along the same columns if it can be.
void ChosenView::chooseMetric(std::size_t metric) {
  PivotRequest wanted = m_request;
  wanted.metric = metric;
  for (std::size_t d = 0; d < m_values.size(); ++d) {
    if (m_values[d] && !valuesAt(measurements(), wanted, d).contains(*m_values[d])) {
      m_values[d].reset();  // the other metric was never measured there
    }
  }
  if (auto same = requestFor(metric)) {
    m_request = std::move(*same);
    return;
  }
  const std::vector<PivotRequest>& views = m_logs->views;
  const auto along = std::ranges::find_if(
      views, [&](const PivotRequest& view) { return view.metric == metric && view.columns == m_request.columns; });
  const auto best = along != views.end() ? along : std::ranges::find(views, metric, &PivotRequest::metric);
  if (best == views.end()) {
    return;
  }
  wanted = *best;
  wanted.better = betterOf(metric);
  wanted.without = std::move(m_request.without);
  if (wanted.rows == m_request.rows) {
    wanted.baselineRow = m_request.baselineRow;
  }
  m_request = std::move(wanted);
  settle();
}

std::optional<Better> ChosenView::betterOf(std::size_t metric) const {
  const auto said = m_better.find(metric);
  return said == m_better.end() ? std::nullopt : std::optional(said->second);
}

void ChosenView::chooseBetter(Better better) {
  m_better[m_request.metric] = better;
  m_request.better = better;
}

void ChosenView::chooseColumns(std::size_t dimension) {
  dropWishes(dimension);
  m_request.columns = dimension;
  if (m_request.facets == dimension) {
    m_request.facets.reset();
  }
  if (m_request.rows == dimension) {
    m_request.rows = viewOf(measurements(), m_request.metric, dimension).rows;
    m_request.baselineRow.reset();
    m_request.facets = m_request.facets == m_request.rows ? std::nullopt : m_request.facets;
  }
  settle();
}

void ChosenView::chooseRows(std::optional<std::size_t> dimension) {
  if (dimension) {
    dropWishes(*dimension);
  }
  const std::optional<std::size_t> before = std::exchange(m_request.rows, dimension);
  m_request.baselineRow.reset();
  if (dimension && dimension == m_request.columns) {
    m_request.columns = before ? before : viewOf(measurements(), m_request.metric, *dimension).rows;
  }
  if (dimension && dimension == m_request.facets) {
    m_request.facets.reset();
  }
  settle();
}

void ChosenView::chooseFacets(std::optional<std::size_t> dimension) {
  m_request.facets = dimension;
  if (dimension) {
    dropWishes(*dimension);
    if (dimension == m_request.rows) {
      m_request.rows.reset();
      m_request.baselineRow.reset();
    }
  }
  settle();
}

void ChosenView::filterBy(std::size_t dimension, std::optional<std::int32_t> value) {
  m_medians.erase(dimension);
  m_values[dimension] = value;
  settle();
}

void ChosenView::takeMedian(std::size_t dimension) {
  m_values[dimension].reset();
  m_medians.insert(dimension);
  settle();
}

void ChosenView::leaveOut(std::size_t dimension, std::set<std::int32_t> values) {
  m_request.without.resize(measurements().dimensions.size());
  m_request.without[dimension] = std::move(values);
  settle();
}

void ChosenView::carryOver(const ChosenView& before) {
  if (before.m_logs == nullptr || before.m_logs->views.empty() || m_logs->views.empty()) {
    return;
  }
  const Measurements& old = before.measurements();
  const auto here = [&](std::optional<std::size_t> d) {
    return d ? measurements().dimension(old.dimensions[*d].key) : std::nullopt;
  };
  const auto metric = measurements().metric(old.metrics[before.m_request.metric].key);
  PivotRequest wanted;
  wanted.metric = metric.value_or(m_request.metric);
  for (const auto& [of, better] : before.m_better) {
    if (const auto same = measurements().metric(old.metrics[of].key)) {
      m_better[*same] = better;
    }
  }
  wanted.rows = here(before.m_request.rows);
  wanted.columns = here(before.m_request.columns);
  wanted.facets = here(before.m_request.facets);
  wanted.without.resize(measurements().dimensions.size());
  for (std::size_t d = 0; d < old.dimensions.size(); ++d) {
    const auto to = here(d);
    if (!to) {
      continue;
    }
    const Dimension& ofNow = measurements().dimensions[*to];
    if (before.m_values[d]) {
      m_values[*to] = sameValue(old.dimensions[d], *before.m_values[d], ofNow);
    }
    if (before.m_medians.contains(d)) {
      m_medians.insert(*to);
    }
    for (const std::int32_t value : before.leftOut(d)) {
      if (const auto same = sameValue(old.dimensions[d], value, ofNow)) {
        wanted.without[*to].insert(*same);
      }
    }
    if (d == before.m_request.rows && before.m_request.baselineRow) {
      wanted.baselineRow = sameValue(old.dimensions[d], *before.m_request.baselineRow, ofNow);
    }
  }
  const PivotRequest best = std::exchange(m_request, std::move(wanted));
  const auto same = m_request.columns ? requestFor(m_request.metric) : std::nullopt;
  m_request = same.value_or(best);
  if (!same) {
    m_values.assign(m_values.size(), std::nullopt);
    m_medians.clear();
  }
}

}  // namespace kernline::ui
