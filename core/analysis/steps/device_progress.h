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

/// How far a device is with the work that was launched for it. Where the host runs ahead, a step of the host is over
/// long before the device has done its work; on the device it lasts from `reached(begin)` to `reached(end)`.
class DeviceProgress {
 public:
  /// `work`: all of the device, by start. O(n log n).
  DeviceProgress(const Trace& trace, std::span<const SpanId> work);

  /// The time by which the device has done all that `process` launched for it before `time` (`ProcessId::none`: that
  /// anyone launched), and never earlier than `time`. Work whose launch is not recorded was launched no earlier than
  /// what is before it on its stream, and no earlier than the device was last idle. Returns `time` if no launch of
  /// `process` is known. Never decreases with `time`. O(log n).
  [[nodiscard]] Time reached(ProcessId process, Time time) const;
  /// Where a step of the host lies on the device; empty if the device does nothing for it before it is through with
  /// earlier work.
  [[nodiscard]] TimeRange range(ProcessId process, TimeRange host) const {
    return {reached(process, host.begin), reached(process, host.end)};
  }

 private:
  struct Launch {
    Time time;
    Time done;  ///< when all work launched until then is
  };
  static void sortAndAccumulate(std::vector<Launch>& launches);

  std::vector<Launch> m_all;
  std::unordered_map<ProcessId, std::vector<Launch>> m_ofProcess;
};

/// Whether the host waits for the device at times, given how long it needs for a step and how long the device does.
[[nodiscard]] inline bool isHostAhead(Duration host, Duration device) {
  return device.ns > host.ns + host.ns / 10;
}

/// When `work` is not the first that its device did: it was launched longer before its start than a launch takes, so
/// it waited for work that is not recorded. Returns its start; nullopt if it did not wait or its launch is unknown.
[[nodiscard]] std::optional<Time> startOfQueued(const Trace& trace, SpanId work);

/// Where the devices end each of `steps`, in their order: a step begins when all devices of its rank are through with
/// the work before it, and ends when the last of them is through with its own. Steps that are times of a device stay
/// as they are. O(n log n). Empty if stopped.
[[nodiscard]] std::vector<TimeRange> stepsOnDevices(const Trace& trace, const FoundSteps& steps,
                                                    const std::stop_token& stop = {});

}  // namespace kernline
