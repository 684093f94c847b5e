// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/host_phases.h"
#include "core/analysis/steps/inference_iteration.h"
#include "core/analysis/steps/step_phase.h"
#include "core/analysis/steps/step_times.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// For each span of device work the step that it belongs to, and what it is for.
struct WorkPhases {
  std::vector<std::uint32_t> step;  ///< by span: that to which it belongs (`stepOfWork`)
  std::vector<StepPhase> phase;  ///< by span, never Communication: what the host was at that launched it, else its name
  std::vector<Time> firstBackward;  ///< by step: when its first backward work was launched; far future if none was
};

/// Assigns phases to work. In training, what runs before the first backward work of its step, and behind an optimizer
/// before that, without another phase, is Forward, copies to and from the host left out. In an iteration of an
/// inference engine all work but Sampling is of the iteration's kind. `inference` by step. O(n log n).
[[nodiscard]] WorkPhases workPhases(const Trace& trace, const HostPhases& host, const FoundSteps& steps,
                                    std::span<const std::optional<InferenceIteration>> inference,
                                    const std::stop_token& stop = {});

/// The phase that an iteration of that kind is.
[[nodiscard]] StepPhase phaseOf(InferenceKind kind);

}  // namespace kernline
