// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/column_plan.h"
#include "core/model/log/log_builder.h"

namespace kernline::logs {

/// Completes a table whose rows are all there: what its columns hold, which names were cut, what each row stands for;
/// and checks what its figures say of each other.
void finishTable(LogBuilder& log, const TablePlan& plan, LogTable& table);

/// Percentages, averages, sums and order, each within what its printed digits allow.
void checkTable(LogBuilder& log, const TablePlan& plan, const LogTable& table);

/// A name without its "..." or "…"; nothing if it was not cut.
[[nodiscard]] std::optional<std::string_view> cutName(std::string_view name);

/// Looks in all tables for the longer names that cut ones stand for; takes those of which there is one.
void matchCutNames(LogBuilder& log);

}  // namespace kernline::logs
