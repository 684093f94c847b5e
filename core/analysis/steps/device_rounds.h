// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// A sequence of activity that a device repeated.
struct DeviceRounds {
  std::vector<Step> steps;           ///< steps of the device's process, none overlapping, by start
  StringId first = StringId::empty;  ///< the kernel that begins a round, or the call that launches it as a graph
  Duration inside;                   ///< time of the device's activities in rounds
};

/// Rounds of kernels (`repeatedRounds`) or launches of graphs, whichever are longer: three at least. Those that took
/// half to twice as long as the one in the middle hold half of all activity but that of the first, which may be
/// warm-up. `activities` is the device's, by start.
[[nodiscard]] std::optional<DeviceRounds> deviceRounds(const Trace& trace, const DeviceTracks& device,
                                                       std::span<const SpanId> activities);

/// The durations of `activities`, whether it overlaps or not.
[[nodiscard]] Duration sumOfActivities(const Trace& trace, std::span<const SpanId> activities);

}  // namespace kernline
