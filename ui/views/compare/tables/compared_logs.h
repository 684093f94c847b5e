// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/comparison_chart.h"
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

/// What a comparison page shows, worked out once for its logs.
struct ComparedLogs {
  std::vector<std::shared_ptr<const Log>> logs;
  Measurements measurements;
  std::vector<PivotRequest> views;  ///< best first
  std::vector<TableRef> profiles;
  std::vector<Message> lacks;  ///< sentences: what reports have not recorded that could be compared
};

[[nodiscard]] Expected<std::shared_ptr<const ComparedLogs>> compareLogs(std::vector<std::shared_ptr<const Log>> logs,
                                                                        std::stop_token stop);

/// One matrix, ready to be shown.
struct ShownMatrix {
  std::shared_ptr<const ComparedLogs> logs;
  Pivot pivot;
  ScalingReport scaling;
  ComparisonChart chart;

  [[nodiscard]] const Measurements& measurements() const { return logs->measurements; }
};

/// What a row of the matrix is called; the metric, where there is one row of everything.
[[nodiscard]] QString rowName(const ShownMatrix& matrix, std::size_t row);

[[nodiscard]] std::shared_ptr<const ShownMatrix> layOut(std::shared_ptr<const ComparedLogs> logs,
                                                        const PivotRequest& request, const ChartStyle& style);

}  // namespace kernline::ui
