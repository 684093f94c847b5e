// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/counters/unrecorded_activity.h"
#include "core/analysis/statistics/kernel_summary.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/phase_sums.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/device_notes.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

using PartStretches = std::array<TimeRange, timeCategoryCount>;

struct CauseGaps {
  std::uint64_t count = 0;
  const IdleInterval* longest = nullptr;  ///< interval in the device's `idle`
};

/// All figures of one device in the overview.
struct DeviceFigures {
  DeviceTracks rows;
  DeviceActivity activity;
  DeviceIdle idle;
  std::array<CauseGaps, idleCauseCount> gaps{};
  std::vector<HostCause> hostCauses;             ///< host causes of `idle`
  std::optional<UnrecordedActivity> unrecorded;  ///< counters during `idle`; std::nullopt for a part of the trace
  KernelSummary work;
  QueueFigures queue;
  TimeCategories parts;          ///< parts of the trace's whole wall time, for the device's rank
  PartStretches stretches;       ///< the longest of each part; empty where there is none
  std::vector<StepParts> steps;  ///< steps of the device's rank
};

/// All figures of a trace in the overview, but for those that must be read from the file again.
struct OverviewFigures {
  std::shared_ptr<const Trace> trace;
  TimeRange range;         ///< range of wall time: the trace's bounds, or the requested range
  bool isLimited = false;  ///< whether only a part of the trace counts
  std::vector<DeviceFigures> devices;
  TimeCategories parts;  ///< parts of the first rank, without a device
  PartStretches stretches;
  std::shared_ptr<const FoundSteps> found;  ///< steps of the whole trace
  std::vector<StepParts> steps;             ///< steps of all ranks; with a range those that reach into it, whole
};

/// Computes the figures, with a breakdown of `steps`. Linear in the trace's spans, about 100 ms a million. Canceled if
/// stopped.
[[nodiscard]] Expected<std::shared_ptr<const OverviewFigures>> makeOverviewFigures(
    std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps, std::optional<TimeRange> range,
    const std::stop_token& stop);

/// Idle causes and queues of the whole trace. Canceled if stopped.
[[nodiscard]] Expected<std::shared_ptr<const DeviceNotes>> makeDeviceNotes(const std::shared_ptr<const Trace>& trace,
                                                                           const std::stop_token& stop);

/// Launch shapes of each device's kernels, in the order of `deviceTracks`.
using DeviceShapes = std::vector<LaunchShapes>;

/// Reads the args of all kernels again, a few microseconds each. Canceled if stopped.
[[nodiscard]] Expected<std::shared_ptr<const DeviceShapes>> readDeviceShapes(const Trace& trace,
                                                                             const std::stop_token& stop);

/// Device time of the steps' own work.
struct DevicePhases {
  std::vector<StepStats> steps;  ///< same order as `figures.steps`
  /// Phases of the steps of each device's rank, in the order of `figures.devices`.
  std::vector<std::shared_ptr<const std::vector<PhaseSum>>> ofDevices;
  /// A step of the whole trace, where that is known and differs.
  std::optional<StepWithoutProfiler> withoutProfiler;
  std::vector<DeviceIdle> idleWithoutProfiler = {};  ///< likewise, of each device
  std::vector<Duration> undisturbed = {};  ///< each of `steps` without the profiler; empty where that does not differ
};

/// Computes the phases that `kernline steps` counts. Canceled if stopped.
[[nodiscard]] Expected<DevicePhases> makeDevicePhases(const OverviewFigures& figures, const std::stop_token& stop);

/// The figures of each of these steps, which are some of `figures.steps` in their order; empty until they are known.
[[nodiscard]] std::vector<StepStats> figuresOf(const DevicePhases& phases, const std::vector<StepParts>& steps);
/// Likewise how long each takes without the profiler.
[[nodiscard]] std::vector<Duration> undisturbedOf(const DevicePhases& phases, const std::vector<StepParts>& steps);

/// Returns how well each device's multiprocessors are filled, in the order of `figures.devices`.
[[nodiscard]] std::vector<SmUse> makeSmUse(const OverviewFigures& figures, const DeviceShapes& shapes);

}  // namespace kernline::ui
