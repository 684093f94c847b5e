// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_times.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// Returns for each span the position in `steps` of the step that its device activity belongs to, or noStep. Everything
/// that counts the activity of steps follows this rule. Activity belongs to
/// - the step in which it was launched, whenever it ran;
/// - of steps that are times of a device, the one in which it starts on that device;
/// - on a device of whose activity no launch is recorded, the one in which it starts: of the device's own process if
///   that has steps, else of any process that may be of its rank, the latest begun.
/// So each activity belongs to one step at most, and whole. O(n log n). Incomplete if stopped.
[[nodiscard]] std::vector<std::uint32_t> stepOfActivities(const Trace& trace, const FoundSteps& steps,
                                                          const std::stop_token& stop = {});

/// Returns the same, and for spans of threads the step of their process in which they begin, unless steps are times of
/// a device. Other spans, such as synchronizations and annotations of devices, belong to none.
[[nodiscard]] std::vector<std::uint32_t> stepOfSpans(const Trace& trace, const FoundSteps& steps,
                                                     const std::stop_token& stop = {});

}  // namespace kernline
