// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// What the columns of a sweep are: of a table that no profiler printed, with a parameter that varies. Empty of others.
[[nodiscard]] std::vector<ColumnUse> usesOfSweep(const Log& log, const LogTable& table);

/// Whether such a column says what a row is, or nothing: it is no figure to look at.
[[nodiscard]] bool saysWhatRowIs(ColumnUse use);

/// A column that tells runs apart.
struct RunColumn {
  std::size_t column = 0;
  bool isSubject = false;  ///< its values are understood without its name
};

/// The columns that tell the runs of a sweep apart, its subjects first, without those that follow from one of them.
[[nodiscard]] std::vector<RunColumn> columnsOfRuns(const LogTable& table, const std::vector<ColumnUse>& uses);

}  // namespace kernline::ui
