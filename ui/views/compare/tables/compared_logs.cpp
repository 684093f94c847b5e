// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/compared_logs.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/ncu_profile.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <utility>

namespace kernline::ui {

Expected<std::shared_ptr<const ComparedLogs>> compareLogs(std::vector<std::shared_ptr<const Log>> logs,
                                                          std::stop_token stop) {
  auto made = std::make_shared<ComparedLogs>();
  made->logs = std::move(logs);
  made->measurements = measurementsOf(made->logs);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
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

std::shared_ptr<const ShownMatrix> layOut(std::shared_ptr<const ComparedLogs> logs, const PivotRequest& request,
                                          const ChartStyle& style) {
  auto made = std::make_shared<ShownMatrix>();
  made->logs = std::move(logs);
  made->pivot = pivot(made->measurements(), request);
  made->scaling = scalingOf(made->measurements(), made->pivot);
  made->chart = comparisonChart(made->measurements(), made->pivot, style);
  return made;
}

}  // namespace kernline::ui
