// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"

#include <functional>
#include <string>
#include <string_view>

namespace kernline {

/// Writes a top-down tree as folded stacks for flamegraph.pl and speedscope: a line "outer;inner 1234" for each node
/// with a self value. Names are written without semicolons and control characters.
void writeFoldedStacks(const Trace& trace, const CallTree& tree, CallWeight weight,
                       const std::function<void(std::string_view line)>& write);

}  // namespace kernline
