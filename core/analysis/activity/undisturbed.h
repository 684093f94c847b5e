// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/profiler_cost.h"
#include "core/model/base/time.h"

#include <array>

namespace kernline {

/// About how long something would have taken without the profiler.
struct Undisturbed {
  Duration likely;
  Duration low;
  Duration high;

  /// Whether it is too vague to rely on: the range is wider than the time.
  [[nodiscard]] bool isDoubtful() const { return high - low > likely; }
  /// Whether that is worth saying: more than 3 % off what was recorded.
  [[nodiscard]] bool differsFrom(Duration recorded) const { return (recorded - likely).ns * 100 > recorded.ns * 3; }
};

/// A step as it was recorded, and without the profiler.
struct StepWithoutProfiler {
  Duration recorded;
  Undisturbed time;
  double queue = 0;  ///< activity of all devices that is launched but not finished, mean over time
};

/// An interval of a device's time that took `recorded`, was idle for these causes, and in which recording the host cost
/// `cost`. The profiler lengthened it by no more than the device waited for the host.
[[nodiscard]] Undisturbed undisturbed(Duration recorded, const std::array<Duration, idleCauseCount>& idle,
                                      const ProfilerCost& cost);

}  // namespace kernline
