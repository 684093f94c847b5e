// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/activity_phases.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_phase.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// Step and phase of every span.
struct SpanPhases {
  FoundSteps steps;
  /// Phases of device activities by what launched them: communication is of the phase that requested it.
  ActivityPhases work;

  /// Phase by span: for a device activity as `work`, but Communication; for a call what its thread was doing when it
  /// began.
  std::vector<StepPhase> phase;
  std::vector<std::uint32_t> step;  ///< step of each span (`stepOfSpans`)
};

/// O(n log n). Incomplete if stopped.
[[nodiscard]] SpanPhases spanPhases(const Trace& trace, FoundSteps steps, const std::stop_token& stop = {});
/// Returns the phases of the steps that `foundSteps` finds.
[[nodiscard]] SpanPhases spanPhases(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
