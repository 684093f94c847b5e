// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_stats.h"
#include "core/model/trace/trace.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// The iterations of an inference engine, by start, whatever else the steps of the trace are; each has its kind.
/// Empty if there are none, or if stopped. O(n log n).
[[nodiscard]] std::vector<StepStats> inferenceSteps(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
