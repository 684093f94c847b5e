// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The breakdown of the time of each rank's devices, as numbers and as bars, and its clock correction.
struct AccountsTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::AccountsTable)

 public:
  enum Column {
    Rank,
    Steps,
    Step,
    Unprofiled,
    Devices,
    Compute,
    Exposed,
    Idle,
    Communication,
    Waiting,
    Transferring,
    Caused,
    Clock,
    ColumnCount
  };

  /// The pieces of Devices add up to 1, those of Communication are shares of the longest of all ranks.
  [[nodiscard]] static bool isBar(int column) { return column == Devices || column == Communication; }
  /// nullptr if none. `unprofiled`: as `medianStepsWithoutProfiler` has them.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const RankSet>& ranks,
                                      const std::vector<std::optional<Duration>>& unprofiled = {});
};

}  // namespace kernline::ui
