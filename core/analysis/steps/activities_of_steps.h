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

/// Device activity, ascending.
using ActivityList = std::shared_ptr<const std::vector<SpanId>>;

/// Returns for each position in `steps` whether it is one of these of its process.
[[nodiscard]] std::vector<bool> areChosen(const Trace& trace, std::span<const Step> steps, StepNumbers numbers);

/// The device activity of these steps (`stepOfActivities`). Never nullptr. O(n log n).
[[nodiscard]] ActivityList activitiesOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers);

/// Returns the activity of the steps that `range` spans exactly, from the beginning of one to the end of another of the
/// same process, as devices end them or the host does; nullptr for any other range.
[[nodiscard]] ActivityList activitiesOfStepRange(const Trace& trace, const FoundSteps& steps,
                                                 std::optional<TimeRange> range);

/// The numbers of these steps; std::nullopt for any other range, or if several processes number their own steps.
[[nodiscard]] std::optional<StepNumbers> numbersOfStepRange(const Trace& trace, const FoundSteps& steps,
                                                            TimeRange range);

/// Returns the activity in both lists; nullptr for all activity.
[[nodiscard]] ActivityList inBoth(const ActivityList& a, const ActivityList& b);

/// Returns the activity of the requested steps; nullptr if none are requested or found.
[[nodiscard]] ActivityList activitiesOfSteps(const Trace& trace, const RangeChoice& choice);

}  // namespace kernline
