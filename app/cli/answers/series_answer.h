// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_series.h"

#include <cstddef>

namespace kernline::cli {

// A series of runs of the same program: the step of each, where it changes, and who explains that.

void writeSeriesJson(Output& output, const RunComparison& comparison, const RunSeries& series);
void writeSeriesCsv(Output& output, const RunComparison& comparison, const RunSeries& series);
void writeSeriesMarkdown(Output& output, const RunComparison& comparison, const RunSeries& series);
/// `limit` parts of a change at most; 0 for all.
void writeSeriesText(Output& output, const RunComparison& comparison, const RunSeries& series, std::size_t limit);

}  // namespace kernline::cli
