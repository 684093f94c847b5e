// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"
#include "core/model/names/name_style.h"

#include <cstddef>

namespace kernline::cli {

// A comparison of recordings. Names of rows are raw for programs, short for people. `work` explains the changes;
// nullptr if not requested.

void writeRunsJson(Output& output, const RunComparison& comparison, const ComparedWork* work);
void writeRunsCsv(Output& output, const RunComparison& comparison, const ComparedWork* work);
/// Writes a comment for a pull request: the verdict, the waterfall, and the rows that changed most.
void writeRunsMarkdown(Output& output, const RunComparison& comparison, const ComparedWork* work, std::size_t limit);
/// `limit` rows of tables at most; 0 for all.
void writeRunsText(Output& output, const RunComparison& comparison, const ComparedWork* work, std::size_t limit);

}  // namespace kernline::cli
