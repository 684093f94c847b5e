// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <string_view>

namespace kernline {

/// Returns the phase of training that a call or an annotation belongs to, by whole words of its name, ignoring case:
/// "backward", "autograd::engine", "loss.backward" → Backward; "optimizer", "Optimizer.step", "zero_grad", a file of
/// torch/optim → Optimizer; "forward" → Forward. The first that matches, in this order; else Unknown.
[[nodiscard]] MemoryPhase phaseOf(std::string_view name);

/// Returns true if an operator ("aten::empty_strided") only allocates memory, so that its caller means more.
[[nodiscard]] bool isAllocator(std::string_view op);

}  // namespace kernline
