// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_times.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// By span: the position in `steps` of the step that its device work belongs to, or noStep. The one rule of whatever
/// counts the work of steps. Work belongs to
/// - the step in which it was launched, whenever it ran;
/// - of steps that are times of a device, the one in which it starts on that device;
/// - on a device of whose work no launch is recorded, the one in which it starts: of the device's own process if that
///   has steps, else of any process that may be of its rank, the latest begun.
/// So each piece of work is of one step at most, and whole. O(n log n). Incomplete if stopped.
[[nodiscard]] std::vector<std::uint32_t> stepOfWork(const Trace& trace, const FoundSteps& steps,
                                                    const std::stop_token& stop = {});

/// The same, and of the spans of threads the step of their process in which they begin, unless steps are times of a
/// device. Whatever else there is, as synchronizations and annotations of devices, is of none.
[[nodiscard]] std::vector<std::uint32_t> stepOfSpans(const Trace& trace, const FoundSteps& steps,
                                                     const std::stop_token& stop = {});

}  // namespace kernline
