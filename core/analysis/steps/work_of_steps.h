// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_range.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kernline {

/// Device work, ascending.
using WorkList = std::shared_ptr<const std::vector<SpanId>>;

/// By position in `steps`: whether it is one of these of its process.
[[nodiscard]] std::vector<bool> areChosen(const Trace& trace, std::span<const Step> steps, StepNumbers numbers);

/// The device work of these steps, as `StepFigures::device` has it: what was launched in them, whenever it ran; of
/// steps that are times of a device, what starts in them; the same on devices without any recorded launch. Never
/// nullptr. O(n log n).
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers);

/// By span: the position of the step that device work belongs to, as `WorkPhases::step` has it; else noStep.
/// O(n log n).
[[nodiscard]] std::vector<std::uint32_t> stepsOfWork(const Trace& trace, const FoundSteps& steps);

/// Of the steps that a person asks for; nullptr: for none, or they are not found.
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const RangeChoice& choice);

}  // namespace kernline
