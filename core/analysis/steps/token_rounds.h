// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_iteration.h"

#include <optional>
#include <vector>

namespace kernline {

/// Classifies rounds of kernels, one entry a round, if nearly all of them choose a token (argmax, top-k, a draw): those
/// similar to the median round are decode. A round that takes half as long again on the device and lacks some of their
/// kernels is prefill: it reads the prompt with other kernels. A round without a choice is neither. All empty for any
/// other rounds. O(n log n).
[[nodiscard]] std::vector<std::optional<InferenceIteration>> tokenRounds(const Trace& trace, const FoundSteps& rounds);

}  // namespace kernline
