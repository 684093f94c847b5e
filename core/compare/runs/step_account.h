// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// Device time of the activity in one row (a kernel, a family, an operator) over steps.
struct RowAccount {
  std::uint64_t count = 0;  ///< activities of the steps
  Duration total;           ///< their time, including activity that runs during other activity
  /// Time that they add to the busy time: activity that runs while earlier activity of the steps still runs adds 0. So
  /// these add up to the busy time exactly.
  Duration added;
};

/// Breaks down the time of steps on one device, without a rest:
/// wall = busy + sum of `idle` + `launchedElsewhere` - `ranElsewhere`.
struct StepAccount {
  Duration wall;  ///< the steps' lengths together
  Duration busy;  ///< time in which activity of the steps ran, whenever that was: the sum of all `added`
  std::vector<RowAccount> rows;
  std::array<Duration, idleCauseCount> idle{};
  Duration launchedElsewhere;  ///< time within the steps in which only activity of none of them ran
  Duration ranElsewhere;       ///< part of `busy` before, between and after the steps
  std::vector<Duration> lengths;
};

/// `activities` is the device's, by start; for each piece `rowOfActivity` is below `rowCount` and `stepOfActivities` a
/// step or noStep; `steps` ascend and do not overlap; `idle` is of the same device and covers them. Linear.
[[nodiscard]] StepAccount accountFor(const Trace& trace, std::span<const SpanId> activities,
                                     std::span<const std::uint32_t> rowOfActivity, std::size_t rowCount,
                                     std::span<const std::uint32_t> stepOfActivities, std::span<const TimeRange> steps,
                                     const DeviceIdle& idle);

}  // namespace kernline
