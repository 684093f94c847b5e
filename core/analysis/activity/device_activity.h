// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The time that a device spent on each kind of activity. Every figure is the length of a union of intervals, never a
/// sum, so activity that runs at the same time on two streams counts once. Kernels, memcpys and memsets are activities;
/// synchronizations, annotations and markers are not.
struct DeviceTimes {
  Duration busy;    ///< kernels, memcpys and memsets
  Duration kernel;  ///< kernels, those of communication too
  Duration memcpy;
  Duration memset;
  Duration communication;  ///< kernels of NCCL, RCCL and their like (`isCommunication`)
  /// Communication while no other kernel of the device runs. The one definition: `StepStats` gives the same moments
  /// to steps and phases.
  Duration exposedCommunication;

  /// Communication that computation of the same device hides.
  [[nodiscard]] Duration overlappedCommunication() const { return communication - exposedCommunication; }
};

struct DeviceActivity {
  std::int32_t rank = -1;    ///< distributed rank; -1 if unknown
  std::int32_t device = -1;  ///< index within its host
  std::string name;          ///< "NVIDIA H200", else "GPU 0"; without a device the title of its process
  std::string title;         ///< "rank 1 · GPU 0 · NVIDIA H200"
  TimeRange window;          ///< first start to last end of its activity, within the requested range
  DeviceTimes times;
  TimeRange longestExposed;     ///< the longest interval of communication that nothing hides; empty if there is none
  TimeRange longestOverlapped;  ///< the longest interval of communication during other kernels
  std::uint64_t kernels = 0;
  std::uint64_t memcpys = 0;
  std::uint64_t memsets = 0;
  std::uint64_t repaired = 0;  ///< activities whose times were clamped or absent: the figures rest on them too
  std::uint64_t excluded = 0;  ///< activities at time 0 among epoch times; not in the figures

  [[nodiscard]] Duration idle() const { return window.length() - times.busy; }
};

/// One entry for each (rank, device) with any activity, in the order of the trace's processes. With `range`, only what
/// lies inside. Linear in the number of device spans. Empty if stopped.
[[nodiscard]] std::vector<DeviceActivity> deviceActivity(const Trace& trace, std::optional<TimeRange> range = {},
                                                         std::stop_token stop = {});

}  // namespace kernline
