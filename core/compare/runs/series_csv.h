// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_series.h"

#include <string>

namespace kernline {

/// A line for each run: its number from 1, path, steps, step and noise in nanoseconds, and the ratio where it changed.
[[nodiscard]] std::string seriesCsv(const RunComparison& comparison, const RunSeries& series);

}  // namespace kernline
