// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/replay/replayed_run.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Returns the idle causes of devices without the profiler: from a replay of the run (`retimedTrace`), in the order of
/// `idleCauses`, without intervals. Empty where the step is about the same (`ReplayedRun::shorterStep`), or if stopped.
/// O(n log n).
[[nodiscard]] std::vector<DeviceIdle> idleWithoutProfiler(const ReplayedRun& run, const std::stop_token& stop = {});

/// Estimates of a run without the profiler; both empty if about the same as recorded.
struct RunWithoutProfiler {
  std::optional<StepWithoutProfiler> step;  ///< step from `ReplayedRun::shorterStep`
  std::vector<DeviceIdle> idle;             ///< idle time from `idleWithoutProfiler`
};

/// Computes both at the same time.
[[nodiscard]] RunWithoutProfiler runWithoutProfiler(const ReplayedRun& run, const std::stop_token& stop = {});

/// The one of the same device as `recorded`; nullptr if there is none.
[[nodiscard]] const DeviceIdle* ofSameDevice(std::span<const DeviceIdle> idle, const DeviceIdle& recorded);

/// Whether that is worth saying: the idle time or that of a cause is off by more than 3 % of the recorded idle time.
[[nodiscard]] bool differs(const DeviceIdle& without, const DeviceIdle& recorded);

}  // namespace kernline
