// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_range.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <vector>

namespace kernline {

/// Device work, ascending.
using WorkList = std::shared_ptr<const std::vector<SpanId>>;

/// The device work of these steps, as `StepFigures::device` has it: what was launched in them, whenever it ran; of
/// steps that are times of a device, what starts in them; the same on devices without any recorded launch. Never
/// nullptr. O(n log n).
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers);

/// Of the steps that a person asks for; nullptr: for none, or they are not found.
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const RangeChoice& choice);

}  // namespace kernline
