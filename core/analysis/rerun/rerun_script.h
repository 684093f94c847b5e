// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rerun/rerun_plan.h"

#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// Returns the program that comes with Kernline (resources/replay/replay.py), without operators.
[[nodiscard]] std::string_view rerunProgram();

/// Returns a program of Python that measures these cases, one a line, leaving out those with a reason. It needs torch
/// only.
[[nodiscard]] std::string rerunScript(std::span<const RerunCase> cases);

}  // namespace kernline
