// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

namespace kernline::cli::mcp {

/// The conclusion of a summary in sentences: `sentence`, the length of a step or what is recorded, and `reasons`: how
/// busy the devices were and why they were idle, and the first advice. `summary` is the answer of that command,
/// `advice` that of advise, or null. null for what has no GPU work.
[[nodiscard]] Json summaryVerdict(const Json& summary, const Json& advice);

/// The conclusion of the answer of advise in the same form: the first row, and what else there is. null without rows.
[[nodiscard]] Json adviceVerdict(const Json& advice);

/// The verdict of compare with `faster`, `ratio` and `noise` of steps without the profiler where there are such, and
/// what was recorded after them. null for any other verdict.
[[nodiscard]] Json compareVerdict(const Json& verdict);

/// Returns idle causes with their times alone: without zeros, counts, examples and calls.
[[nodiscard]] Json timesOfIdleCauses(const Json& causes);

}  // namespace kernline::cli::mcp
