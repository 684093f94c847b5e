// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_range.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// Device work, ascending.
using WorkList = std::shared_ptr<const std::vector<SpanId>>;

/// By position in `steps`: whether it is one of these of its process.
[[nodiscard]] std::vector<bool> areChosen(const Trace& trace, std::span<const Step> steps, StepNumbers numbers);

/// The device work of these steps (`stepOfWork`). Never nullptr. O(n log n).
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers);

/// Of the steps that a stretch of time is, from the beginning of one to the end of another of the same process;
/// nullptr: it is any other stretch.
[[nodiscard]] WorkList workOfStepRange(const Trace& trace, const FoundSteps& steps, std::optional<TimeRange> range);

/// The numbers of these steps; nothing: it is any other stretch, or several processes have steps of their own numbers.
[[nodiscard]] std::optional<StepNumbers> numbersOfStepRange(const Trace& trace, const FoundSteps& steps,
                                                            TimeRange range);

/// What is in both; nullptr stands for all there is.
[[nodiscard]] WorkList inBoth(const WorkList& a, const WorkList& b);

/// Of the steps that a person asks for; nullptr: for none, or they are not found.
[[nodiscard]] WorkList workOfSteps(const Trace& trace, const RangeChoice& choice);

}  // namespace kernline
