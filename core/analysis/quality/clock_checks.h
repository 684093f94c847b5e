// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/clock_moves.h"
#include "core/analysis/quality/example_spans.h"
#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// Device activity that lies outside all host spans by more than their whole length, and of any activity that was
/// queued near them: the two clocks have other zeros.
[[nodiscard]] Examples activitiesFarFromHost(const Trace& trace);

/// Results of checking device and host clocks by launch latencies.
struct ClockChecks {
  /// Clocks that drift apart: over a device's time, the smallest launch latency falls steadily and ends below zero.
  /// Counts the activity that starts before its call; none if the clocks do not drift.
  Examples drifting;
  /// Moves of the other devices' clocks against the host's, where the minimum launch latency shows one.
  std::vector<ClockMove> moves;
};

[[nodiscard]] ClockChecks clockChecks(const Trace& trace);

}  // namespace kernline
