// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/measured_kernels.h"
#include "core/compare/runs/run_comparison.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kernline {

/// Tells the rows of a run what was measured of its kernels. `measured` is of the same trace.
void addMeasured(RunComparison& comparison, std::size_t run, const MeasuredKernels& measured);

/// A figure that was measured of the kernels of a row.
struct MeasuredFigure {
  Phrase name;
  std::vector<std::string> values;  ///< means of a launch, one a run; empty if not measured
  std::string change;               ///< change of the last run against the first; empty if not known
};

/// Returns the measured figures of a row, without those that no run has.
[[nodiscard]] std::vector<MeasuredFigure> measuredFigures(const RunRow& row);

/// Rows that have anything to show.
[[nodiscard]] std::vector<std::size_t> measuredRows(const RunComparison& comparison);

}  // namespace kernline
