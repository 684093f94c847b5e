// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_phase.h"
#include "core/analysis/steps/work_phases.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// For every span the step that it belongs to, and what it is for.
struct SpanPhases {
  FoundSteps steps;
  WorkPhases work;  ///< of device work by what launched it: its communication is of the phase that requested it

  /// By span: of device work as `work`, but Communication; of a call what its thread was at when it began.
  std::vector<StepPhase> phase;
  std::vector<std::uint32_t> step;  ///< by span: that to which it belongs (`stepOfSpans`)
};

/// O(n log n). Incomplete if stopped.
[[nodiscard]] SpanPhases spanPhases(const Trace& trace, FoundSteps steps, const std::stop_token& stop = {});
/// Returns the phases of the steps that `foundSteps` finds.
[[nodiscard]] SpanPhases spanPhases(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
