// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/compared_logs.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/facets.h"
#include "core/compare/tables/ncu_profile.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {

Expected<std::shared_ptr<const ComparedLogs>> compareLogs(std::vector<std::shared_ptr<const Log>> logs,
                                                          ColumnWishes wishes, std::stop_token stop) {
  auto made = std::make_shared<ComparedLogs>();
  made->logs = std::move(logs);
  made->wishes = std::move(wishes);
  made->measurements = measurementsOf(made->logs, made->wishes);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  made->columns = foundColumns(made->logs, made->wishes, made->measurements);
  made->views = suggestedViews(made->measurements);
  made->profiles = profilesOf(made->logs);
  for (const std::shared_ptr<const Log>& log : made->logs) {
    if (auto sentence = missingDurations(*log)) {
      made->lacks.push_back(std::move(*sentence));
    }
  }
  return made;
}

QString rowName(const ShownMatrix& matrix, std::size_t row) {
  const Pivot& pivot = matrix.pivot;
  return pivot.request.rows
             ? qt(valueText(matrix.measurements(), pivot.request.rows, pivot.rows[row], matrix.chart.title))
             : coreText(matrix.chart.title);
}

QString axisTitle(const ChartAxis& axis) {
  const QString title = coreText(axis.title);
  return axis.isLog ? Words::tr("%1 · log").arg(title) : title;
}

QString facetName(const ShownMatrix& matrix) {
  const PivotRequest& request = matrix.pivot.request;
  return request.facets ? qt(valueText(matrix.measurements(), request.facets, *request.fixed[*request.facets], ""))
                        : QString();
}

ShownMatrices layOut(const std::shared_ptr<const ComparedLogs>& logs, const PivotRequest& request,
                     const ChartStyle& style) {
  Facets facets = facetsOf(logs->measurements, request);
  std::vector<ComparisonChart> charts;
  if (!facets.pivots.empty()) {
    charts = comparisonCharts(logs->measurements, facets.pivots, style);
  }
  ShownMatrices matrices;
  const ShownUnit unit = charts.empty() ? ShownUnit() : unitOf(logs->measurements, facets.pivots);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    auto made = std::make_shared<ShownMatrix>();
    made->logs = logs;
    made->pivot = std::move(facets.pivots[i]);
    made->scaling = scalingOf(made->measurements(), made->pivot);
    made->chart = std::move(charts[i]);
    made->unit = unit;
    matrices.push_back(std::move(made));
  }
  return matrices;
}

}  // namespace kernline::ui
