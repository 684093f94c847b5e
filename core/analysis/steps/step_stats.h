// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_iteration.h"
#include "core/analysis/steps/phase_memory.h"
#include "core/analysis/steps/step_phase.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// A phase's part of its step.
struct PhaseFigures {
  StepPhase phase = StepPhase::Other;
  Duration device;                ///< the moments of the step's device time that are its own
  Duration exposedCommunication;  ///< communication that it launched and that no other kernel hides; part of
                                  ///< Communication's device time
  Duration idle;                  ///< gaps that its activity ends; after the last activity of a step they are Other's
  Duration launched = {};         ///< device time of all its activity, also where other activity hides it
  std::vector<PhaseMemory> memory = {};  ///< memory during the phase, by device; empty without records
};

/// Device time of all activity of a step, whenever it ran and whatever ran at the same time: unions over a device,
/// added over several devices.
struct LaunchedActivityTimes {
  Duration all;
  Duration kernel;  ///< kernel time, including communication
  Duration memcpy;
  Duration memset;
  Duration communication;
  std::uint64_t kernels = 0;
};

/// Figures of a step.
struct StepStats {
  Step step;
  std::size_t index = 0;     ///< index among the steps of its process
  TimeRange onDevice = {};   ///< range by the end on its devices (`stepsOnDevices`)
  Duration device;           ///< device time of its activity, whenever that ran
  Duration idle;             ///< idle time in `onDevice` of the devices that worked in it
  Duration unrecorded = {};  ///< time at its beginning while a device was busy with activity from before the recording
  Duration exposedCommunication;          ///< communication that no other kernel of the device hides
  LaunchedActivityTimes launched;         ///< all of its activity, also where that of another step hides it
  std::vector<PhaseFigures> phases;       ///< phases that have anything, in the order of StepPhase
  std::optional<std::int64_t> peakBytes;  ///< the most that was allocated on a device
  std::optional<StepPhase> peakPhase;     ///< the phase that reached it first
  std::optional<InferenceIteration> inference;
};

/// One entry a step, in their order. `stepOfActivities` assigns activity to steps. A moment in which several things run
/// belongs to kernels before communication before copies, among those to the first in the order of StepPhase, then to
/// the first step; so the phases of a step add up to its device time to the nanosecond, and the device time of all
/// steps with the activity of none to the busy time of the devices. Idle is by time: a device is idle in a step, as the
/// devices end it, while no activity runs on it, whatever step ends that; but not before its first recorded activity if
/// that was queued after activity that is not recorded. The times of several devices are added. O(n log n). Empty if
/// stopped.
[[nodiscard]] std::vector<StepStats> stepStats(const Trace& trace, const FoundSteps& steps,
                                               const std::stop_token& stop = {});

/// Median length of a step, and of the host time to launch it.
struct StepLengths {
  Duration step;             ///< length by the end on devices
  Duration host;             ///< time from the beginning of the host's step to its end, or to that of the next one
  bool isHostAhead = false;  ///< the step takes a tenth longer than the host: it waits for the devices at times
};
/// nullopt without steps.
[[nodiscard]] std::optional<StepLengths> stepLengths(std::span<const StepStats> steps);

/// Busy time of the devices that is of none of all their steps.
[[nodiscard]] Duration outsideOfSteps(std::span<const DeviceActivity> devices, std::span<const StepStats> steps);

}  // namespace kernline
