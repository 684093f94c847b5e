// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_model.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The share that the modeled work used of the devices' capacity in an interval.
struct WorkUtilization {
  Duration elapsed;         ///< length of the interval; for steps, their sum
  std::size_t devices = 0;  ///< number of devices that worked in it; each could work all of `elapsed`
  double matrixFlops = 0;   ///< FLOPs for matrix units whose type has a ceiling
  double matrixNs = 0;      ///< nanoseconds that these need at the ceilings of their types
  double bytes = 0;         ///< bytes of work that has a roofline; each input read once, each output written once
  double bytesNs = 0;       ///< nanoseconds that these need at the memory's bandwidth
  Duration kernelTime;      ///< sum of all device activity
  Duration modeled;         ///< part of it with a roofline: the rest does not count in these shares
  std::size_t steps = 0;    ///< number of analyzed steps; 0 for an interval

  /// Model FLOPs utilization: `matrixNs` of the time of all devices. nullopt if there is no such work or there are no
  /// ceilings.
  [[nodiscard]] std::optional<double> ofFlops() const;
  /// Returns the utilization of bandwidth by `bytesNs`.
  [[nodiscard]] std::optional<double> ofBandwidth() const;
  /// `modeled` of `kernelTime`; std::nullopt without work.
  [[nodiscard]] std::optional<double> coverage() const;
  /// True if too little is modeled for the shares to describe the device.
  [[nodiscard]] bool isLittleModeled() const;
};

/// The steps of a trace with their work. Without any, work outside of steps counts as well.
struct WorkOfSteps {
  std::span<const Step> steps = {};
  std::span<const std::uint32_t> stepOf = {};  ///< step of each span, by position, or `noStep`
};

/// Returns these steps with the time that devices take for them (`stepsOnDevices`), the same on all pages. Empty if
/// stopped.
[[nodiscard]] std::vector<Step> stepsAsDevicesEndThem(const Trace& trace, const FoundSteps& steps,
                                                      const std::stop_token& stop = {});

/// Returns the utilization of work that starts in `range`; without a range, of the work of all steps in their time, as
/// `stepUtilization` has it; if there are none, from the start of the first work to the end of the last. `among`
/// ascending: only these, which were launched in `range`, and may take longer; nullptr for all.
[[nodiscard]] WorkUtilization workUtilization(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                              const std::optional<TimeRange>& range,
                                              const std::shared_ptr<const std::vector<SpanId>>& among = nullptr,
                                              const WorkOfSteps& steps = {});

struct DeviceUtilization {
  std::int32_t rank = -1;
  std::int32_t device = -1;
  std::string name;
  WorkUtilization use;
};

/// Returns the utilization of each device that has such work.
[[nodiscard]] std::vector<DeviceUtilization> deviceUtilization(
    const Trace& trace, const WorkModel& model, const WorkMeter& meter, const std::optional<TimeRange>& range,
    const std::shared_ptr<const std::vector<SpanId>>& among = nullptr, const WorkOfSteps& steps = {});

/// Returns for each position in `steps` the utilization of the work launched in the step, wherever it ran, in the time
/// that the step lasts or that the work takes on the devices, whichever is longer: a step of the host may end before
/// its work begins. `stepOf` by span: position of the step, or `noStep`.
[[nodiscard]] std::vector<WorkUtilization> stepUtilization(const Trace& trace, const WorkModel& model,
                                                           const WorkMeter& meter, std::span<const Step> steps,
                                                           std::span<const std::uint32_t> stepOf);

}  // namespace kernline
