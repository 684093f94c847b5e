// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace kernline {

/// Relevant calls of a native stack show where it comes from: all but those that unwind stacks, allocate memory or
/// interpret Python. A stack of only these stays whole.

/// The innermost of them; `stack` is not the empty one.
[[nodiscard]] StringId relevantFrame(const MemoryHistory& history, StackId stack);

/// Returns at most `most` of them, innermost first. The innermost line of Python is among them, as the last where it
/// would not be.
[[nodiscard]] std::vector<StringId> relevantFrames(const MemoryHistory& history, StackId stack, std::size_t most);

/// Whether a call is a line of Python: "forward (/home/me/model.py:54)", "model.py(54): forward".
[[nodiscard]] bool isPythonLine(std::string_view call);

}  // namespace kernline
