// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace kernline {

/// The progress of a device with the activity that was launched for it.
class DeviceProgress {
 public:
  /// `activities`: all of the device, by start. O(n log n).
  DeviceProgress(const Trace& trace, std::span<const SpanId> activities);

  /// Returns the times of these steps of hosts on the device, in their order. A step lasts until the device has done
  /// all that its process launched in it, and at least until the host's step ends. It begins with the host's step, or
  /// when the device is done with the step before, or with what was launched earlier if none of its own activity starts
  /// before that. If the host runs ahead, that is long after the host's step. Steps of one process do not overlap; one
  /// without any time of its own is empty. Activity whose launch is not recorded was launched no earlier than what is
  /// before it on its stream, and no earlier than the device was last idle. Without launches steps stay as they are.
  /// O(n + steps).
  [[nodiscard]] std::vector<TimeRange> ranges(std::span<const Step> steps) const;

 private:
  struct Launch {
    Time time;
    TimeRange work;
    Time done;  ///< end of all activity launched until then
  };
  static void sortAndAccumulate(std::vector<Launch>& launches);
  /// Returns the launches of `process`, or of all for `ProcessId::none`.
  [[nodiscard]] std::span<const Launch> launchesOf(ProcessId process) const;
  [[nodiscard]] static TimeRange rangeOf(std::span<const Launch> launches, TimeRange host, Time before);

  std::vector<Launch> m_all;  // empty if one process launched all
  std::unordered_map<ProcessId, std::vector<Launch>> m_ofProcess;
};

/// Whether the host waits for the device at times, given how long it needs for a step and how long the device does.
[[nodiscard]] inline bool isHostAhead(Duration host, Duration device) {
  return device.ns > host.ns + host.ns / 10;
}

/// Returns the start of `activity` if it is not the first activity of its device: it was launched longer before its
/// start than a launch takes, so it waited for activity that is not recorded. nullopt if it did not wait or its launch
/// is unknown.
[[nodiscard]] std::optional<Time> startOfQueued(const Trace& trace, SpanId activity);

/// Returns the times of each of `steps` on the devices of their rank, in their order: the latest beginning and the
/// latest end of all devices (`DeviceProgress`). Steps that are times of a device stay as they are. O(n log n), unless
/// they are measured. Empty if stopped.
[[nodiscard]] std::vector<TimeRange> stepsOnDevices(const Trace& trace, const FoundSteps& steps,
                                                    const std::stop_token& stop = {});

/// Keeps these times with each of the steps (`FoundSteps::onDevices`); none if stopped. The launches of a device are
/// sorted once for all.
void measureOnDevices(const Trace& trace, std::span<FoundSteps> all, const std::stop_token& stop = {});

}  // namespace kernline
