// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_stats.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// Device memory that a phase needed over several steps.
struct PhaseMemoryFigures {
  std::int32_t rank = -1;
  std::int16_t device = -1;
  std::optional<std::int64_t> peakBytes;  ///< the most in any step
  std::int64_t medianChange = 0;          ///< bytes over the phase, of a step
  std::size_t steps = 0;                  ///< steps in which the phase allocated or freed
  std::size_t peaks = 0;                  ///< number of these that reached their peak in it
};

/// A phase of several steps.
struct PhaseSum {
  StepPhase phase = StepPhase::Other;
  Duration device;
  Duration idle;
  Duration exposedCommunication;
  Duration launched;
  std::vector<PhaseMemoryFigures> memory = {};  ///< indexed by rank and device; empty without records
};

/// Returns the phases that are not empty, in the order of StepPhase.
[[nodiscard]] std::vector<PhaseSum> phaseSums(const Trace& trace, const std::vector<StepStats>& steps);

}  // namespace kernline
