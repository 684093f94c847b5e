// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/comparison_chart.h"
#include "core/compare/tables/found_columns.h"
#include "core/compare/tables/measurements.h"
#include "core/compare/tables/pivot.h"
#include "core/compare/tables/table_comparison.h"
#include "core/model/base/error.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// Contents of a comparison page, computed once for its logs.
struct ComparedLogs {
  std::vector<std::shared_ptr<const Log>> logs;
  ColumnWishes wishes;  ///< the user's choices for columns
  Measurements measurements;
  std::vector<FoundColumn> columns;  ///< columns of records
  std::vector<PivotRequest> views;   ///< best first
  std::vector<TableRef> profiles;
  std::vector<Message> lacks;  ///< sentences: what reports have not recorded that could be compared
};

[[nodiscard]] Expected<std::shared_ptr<const ComparedLogs>> compareLogs(std::vector<std::shared_ptr<const Log>> logs,
                                                                        ColumnWishes wishes, std::stop_token stop);

/// One matrix, ready to be shown.
struct ShownMatrix {
  std::shared_ptr<const ComparedLogs> logs;
  Pivot pivot;
  ScalingReport scaling;
  ComparisonChart chart;
  ShownUnit unit;  ///< unit of its cells, whatever the chart draws

  [[nodiscard]] const Measurements& measurements() const { return logs->measurements; }
};

/// Returns the name of a matrix row; the metric, if one row holds everything.
[[nodiscard]] QString rowName(const ShownMatrix& matrix, std::size_t row);

/// One matrix, or one a facet, with charts of one scale.
using ShownMatrices = std::vector<std::shared_ptr<const ShownMatrix>>;
[[nodiscard]] ShownMatrices layOut(const std::shared_ptr<const ComparedLogs>& logs, const PivotRequest& request,
                                   const ChartStyle& style);

/// "fwd_ms [ms] · log".
[[nodiscard]] QString axisTitle(const ChartAxis& axis);

/// The value that a facet is of; empty without facets.
[[nodiscard]] QString facetName(const ShownMatrix& matrix);

}  // namespace kernline::ui
