// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/compare/runs/run_comparison.h"

#include <optional>
#include <span>
#include <stop_token>

namespace kernline {

/// Returns the idle causes of the compared device of a run, from the begin of its first step to the end of its last.
/// Linear in the device's activities, times its logarithm. No intervals if stopped.
[[nodiscard]] DeviceIdle idleOfSteps(const ComparedRun& run, const std::stop_token& stop = {});

/// The interval of this cause of which most lies in one of `steps`, which ascend and do not overlap; its range is cut
/// to that. nullopt if there is none.
[[nodiscard]] std::optional<IdleInterval> longestGap(const DeviceIdle& idle, std::span<const TimeRange> steps,
                                                     IdleCause cause);

}  // namespace kernline
