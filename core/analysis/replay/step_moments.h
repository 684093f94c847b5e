// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/time.h"

#include <vector>

namespace kernline {

/// Times by thread and moment of a graph.
using ThreadMoments = std::vector<std::vector<Time>>;

/// Returns the moments of `replay`, to be drawn: a step in which the host takes no time lasts as long as on the
/// devices, as if the host waited for their end. Its calls, of all threads, follow each other from the beginning of the
/// step, a nanosecond each, so that they stay inside of each other; so do other calls that take no time any more. None
/// begins after what it launches. `replay` is of these steps. O(n log n).
[[nodiscard]] ThreadMoments momentsWithSteps(const RunGraph& graph, const FoundSteps& steps, const RunReplay& replay);

}  // namespace kernline
