// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_source.h"
#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The parts of a run that are alike, and so can be compared with those of another run.
struct MeasuredSteps {
  StepSource source = StepSource::Whole;
  std::string name = {};  ///< name of the steps, or of the kernel that begins a round; empty for Whole
  /// The counted steps, up to where the device ends them (`DeviceProgress`), in time order, none overlapping; never
  /// empty.
  std::vector<TimeRange> steps = {};
  std::vector<TimeRange> host = {};     ///< the same on the host, one for each; of rounds and the like the same ranges
  std::vector<std::string> names = {};  ///< names in the trace, "ProfilerStep#3"; empty if they have no names
  std::size_t warmUp = 0;  ///< steps before them that are left out: each took over 1.5 times as long as those to come
  std::vector<TimeRange> outliers =
      {};                      ///< left out from between them: a few that took over 3 times as long as the middle
  std::size_t incomplete = 0;  ///< a last round without a marked end
  /// The steps of all processes from which they are chosen, which assign work to steps, measured on devices. None for
  /// Whole.
  FoundSteps found = {};
};

/// Cuts a run of a device into steps: at recorded ones, else at rounds of the device, else at those found on the host
/// (`foundSteps`). `name` chooses as `stepChoice` reads it, and also takes the name of spans of a device. Errors:
/// `name` has no match, or is no expression. Without meaning if stopped. `activities` is the device's, by start, and
/// not empty.
[[nodiscard]] Expected<MeasuredSteps> measuredSteps(const Trace& trace, const DeviceTracks& device,
                                                    std::span<const SpanId> activities, std::string_view name = {},
                                                    const std::stop_token& stop = {});

}  // namespace kernline
