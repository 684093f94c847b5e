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

/// Step and phase of each device activity.
struct ActivityPhases {
  std::vector<std::uint32_t> step;  ///< step of each span (`stepOfActivities`)
  /// Phase of each span, never Communication: that of the launching host, else by its name.
  std::vector<StepPhase> phase;
  std::vector<Time> firstBackward;  ///< launch of the first backward activity, by step; far future if none was
};

/// Assigns phases to activity. In training, what runs before the first backward activity of its step, and after an
/// optimizer before that, without another phase, is Forward, copies to and from the host left out. In an iteration of
/// an inference engine all activity but Sampling is of the iteration's kind. `inference` by step. O(n log n).
[[nodiscard]] ActivityPhases activityPhases(const Trace& trace, const HostPhases& host, const FoundSteps& steps,
                                            std::span<const std::optional<InferenceIteration>> inference,
                                            const std::stop_token& stop = {});

/// The phase that an iteration of that kind is.
[[nodiscard]] StepPhase phaseOf(InferenceKind kind);

}  // namespace kernline
