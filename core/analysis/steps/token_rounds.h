// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_iteration.h"

#include <optional>
#include <vector>

namespace kernline {

/// Classifies steps, one entry a step, if nearly all of them choose a token (argmax, top-k, a draw), or the activity
/// after nearly each of them does.
///
/// Where the embeddings have recorded shapes, a step that reads one token of each sequence is decode, a longer one
/// prefill. Otherwise steps that are similar to the median step are decode. One that lacks some of its kernels is
/// prefill, if it takes half as long again on the device, if kernels before it prepare a call, or if it begins with
/// another kernel: it reads the prompt. So is the first step if it lacks most of them. A step without a choice is
/// neither.
///
/// All empty for any other steps, if any activity is of training, or if most steps read long sequences. O(n log n), and
/// one event of each step is read again.
[[nodiscard]] std::vector<std::optional<InferenceIteration>> tokenRounds(const Trace& trace, const FoundSteps& rounds);

}  // namespace kernline
