// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline {

/// Purpose of a part of a step.
enum class StepPhase : std::uint8_t {
  Forward,
  Backward,
  Optimizer,
  Prefill,
  Decode,
  Mixed,  ///< prompts and generation in one batch
  Sampling,
  Communication,
  Other,
};

inline constexpr std::size_t stepPhaseCount = static_cast<std::size_t>(StepPhase::Other) + 1;

/// "forward", "backward", …, "other".
[[nodiscard]] std::string_view toText(StepPhase phase);

/// Returns the phase of everything launched in a host span of this name: annotations such as `## forward ##`,
/// `DistributedDataParallel.forward`, `Optimizer.step#AdamW.step` or `gpu_model_runner: sample`, operators that
/// autograd runs, calls of backward(), of a step() of torch.optim and of samplers in Python. Other if it shows none.
[[nodiscard]] StepPhase phaseOfHostSpan(std::string_view name, SpanKind kind);

/// The words of a name, cut at what is no letter: "train_step(3)" has "train" and "step".
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view name);

}  // namespace kernline
