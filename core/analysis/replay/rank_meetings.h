// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// Adds the places where ranks wait for each other: in collectives all for all, in messages the receiver for its
/// senders. Sets `meeting` and `length` of what waits. Returns the meetings: what must have begun, as positions in
/// `activities`. O(n).
[[nodiscard]] std::vector<std::vector<std::uint32_t>> addMeetings(const Trace& trace,
                                                                  std::span<ReplayActivity> activities);

}  // namespace kernline
