// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <string_view>

namespace kernline {

/// Returns the phase of training that a call or an annotation belongs to, by whole words of its name, ignoring case:
/// "backward", "autograd::engine", "loss.backward" → Backward; "optimizer", "Optimizer.step", "zero_grad", a file of
/// torch/optim → Optimizer; "forward" → Forward. The first that matches, in this order; else Unknown.
[[nodiscard]] MemoryPhase phaseOf(std::string_view name);

/// Whether an operator ("aten::empty_strided") does nothing but get memory: who called it is more telling.
[[nodiscard]] bool isAllocator(std::string_view op);

}  // namespace kernline
