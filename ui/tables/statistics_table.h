// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics.h"
#include "core/base/error.h"
#include "core/trace/trace.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Statistics with what a table shows beside the figures. Made by a worker, then immutable; keeps the trace that its
/// names point into.
struct StatisticsTable {
  std::shared_ptr<const Trace> trace;
  StatisticsOptions options;
  Statistics statistics;
  std::vector<QString> names;  ///< by row: kernels in their short form
};

[[nodiscard]] Expected<std::shared_ptr<const StatisticsTable>> makeStatisticsTable(std::shared_ptr<const Trace> trace,
                                                                                   const StatisticsOptions& options,
                                                                                   std::stop_token stop);

}  // namespace kernline::ui
