// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"

#include <span>
#include <vector>

namespace kernline {

/// Returns the handovers to one of `threads`: a thread without calls while another of its process makes several waited
/// for that one, and a thread that begins later than others was begun by the one that was last at something. By moment.
/// O(n log n).
[[nodiscard]] std::vector<ReplayHandover> handoversOf(std::span<const ReplayThread> threads,
                                                      const ReplayThread& thread);

}  // namespace kernline
