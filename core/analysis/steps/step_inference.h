// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_iteration.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <vector>

namespace kernline {

/// Returns for each step the one iteration that it is, or that lies in it; nullopt if several do.
[[nodiscard]] std::vector<std::optional<InferenceIteration>> inferenceOf(const Trace& trace, const FoundSteps& steps);

}  // namespace kernline
