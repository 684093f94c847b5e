// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/clock_moves.h"
#include "core/analysis/telling_spans.h"
#include "core/trace/trace.h"

#include <vector>

namespace kernline {

/// Device work that lies outside all host spans by more than their whole length: the two clocks have other zeros.
[[nodiscard]] Examples workFarFromHost(const Trace& trace);

/// Device and host clocks that drift apart: over a device's time, the smallest launch latency falls steadily and ends
/// below zero. Counts the work that starts before its call; none if nothing drifts.
[[nodiscard]] Examples driftingWork(const Trace& trace);

/// Of each device the move of its clock against the host's, if the least launch latency tells one.
[[nodiscard]] std::vector<ClockMove> clockMoves(const Trace& trace);

}  // namespace kernline
