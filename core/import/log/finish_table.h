// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/column_plan.h"
#include "core/model/log/log_builder.h"

namespace kernline::logs {

/// Completes a table whose rows are all there: the contents of its columns, its cut names, the meaning of each row; and
/// checks its figures against each other.
void finishTable(LogBuilder& log, const TablePlan& plan, LogTable& table);

/// Percentages, averages, sums and order, each within what its printed digits allow.
void checkTable(LogBuilder& log, const TablePlan& plan, const LogTable& table);

/// A name without its "..." or "…"; nullopt if it was not cut.
[[nodiscard]] std::optional<std::string_view> cutName(std::string_view name);

/// Looks in all tables for the full names of cut ones; takes those of which there is only one.
void matchCutNames(LogBuilder& log);

}  // namespace kernline::logs
