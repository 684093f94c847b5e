// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_figures.h"

#include <algorithm>
#include <vector>

namespace kernline::test {

inline std::vector<StepFigures> figuresOf(const Trace& trace) {
  return stepFigures(trace, foundSteps(trace).value());
}

inline PhaseFigures phaseOf(const StepFigures& figures, StepPhase phase) {
  const auto found = std::ranges::find(figures.phases, phase, &PhaseFigures::phase);
  return found == figures.phases.end() ? PhaseFigures{} : *found;
}

}  // namespace kernline::test
