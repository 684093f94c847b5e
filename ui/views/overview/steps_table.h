// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/steps/step_stats.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Steps, their device time and the parts of their wall time. The last column has their process.
struct StepsTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::StepsTable)

 public:
  enum Column {
    Name,
    Start,
    Length,
    Undisturbed,
    Device,
    FirstPart,
    Process = FirstPart + static_cast<int>(timeCategoryCount)
  };

  std::shared_ptr<const Trace> trace;
  std::vector<StepParts> steps;
  std::vector<StepStats> figures;          ///< figures of each step; empty until they are known
  std::vector<Duration> undisturbed = {};  ///< each step without the profiler; empty where that does not differ

  /// Returns true if the column Process has different values.
  [[nodiscard]] bool isOfSeveralProcesses() const;
  /// Returns rows for the table, by their numbers in `steps`.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const StepsTable>& table);
};

}  // namespace kernline::ui
