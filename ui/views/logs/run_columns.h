// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// Returns the uses of a sweep's columns: a table that no profiler printed, with a varying parameter. Empty for others.
[[nodiscard]] std::vector<ColumnUse> usesOfSweep(const Log& log, const LogTable& table);

/// Returns true if such a column identifies a row or is ignored, so that it is no figure to look at.
[[nodiscard]] bool saysWhatRowIs(ColumnUse use);

/// A column that distinguishes runs.
struct RunColumn {
  std::size_t column = 0;
  bool isSubject = false;  ///< its values are understood without its name
};

/// The columns that distinguish the runs of a sweep, its subjects first, without those that follow from one of them.
[[nodiscard]] std::vector<RunColumn> columnsOfRuns(const LogTable& table, const std::vector<ColumnUse>& uses);

}  // namespace kernline::ui
