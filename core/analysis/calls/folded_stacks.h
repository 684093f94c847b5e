// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"

#include <functional>
#include <string>
#include <string_view>

namespace kernline {

/// What flamegraph.pl and speedscope read: a line for each node that has something itself, "outer;inner 1234". Names
/// come without semicolons and control characters. Of a top-down tree.
void writeFoldedStacks(const Trace& trace, const CallTree& tree, CallWeight weight,
                       const std::function<void(std::string_view line)>& write);

}  // namespace kernline
