// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace kernline {

/// The calls of a native stack that show where it comes from: without those that unwind stacks, allocate memory or
/// interpret Python. A stack of such calls only stays as it is.

/// The innermost of them; `stack` is not the empty one.
[[nodiscard]] StringId relevantFrame(const MemoryHistory& history, StackId stack);

/// So many of them at most, innermost first. The innermost line of Python is among them, as the last where it would
/// not be.
[[nodiscard]] std::vector<StringId> relevantFrames(const MemoryHistory& history, StackId stack, std::size_t most);

/// Whether a call is a line of Python: "forward (/home/me/model.py:54)", "model.py(54): forward".
[[nodiscard]] bool isPythonLine(std::string_view call);

}  // namespace kernline
