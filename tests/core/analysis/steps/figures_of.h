// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_stats.h"

#include <algorithm>
#include <vector>

namespace kernline::test {

inline std::vector<StepStats> figuresOf(const Trace& trace) {
  return stepStats(trace, foundSteps(trace).value());
}

inline PhaseFigures phaseOf(const StepStats& figures, StepPhase phase) {
  const auto found = std::ranges::find(figures.phases, phase, &PhaseFigures::phase);
  return found == figures.phases.end() ? PhaseFigures{} : *found;
}

}  // namespace kernline::test
