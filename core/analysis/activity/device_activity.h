// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// How much time a device spent on what. Every figure is the length of a union of intervals, never a sum, so work
/// that runs at the same time on two streams counts once. Kernels, memcpys and memsets are work; synchronizations,
/// annotations and markers are not.
struct DeviceTimes {
  Duration busy;    ///< kernels, memcpys and memsets
  Duration kernel;  ///< kernels, those of communication too
  Duration memcpy;
  Duration memset;
  Duration communication;         ///< kernels of NCCL, RCCL and their like (`isCommunication`)
  Duration exposedCommunication;  ///< communication while no other kernel of the device runs

  /// Communication that computation of the same device hides.
  [[nodiscard]] Duration overlappedCommunication() const { return communication - exposedCommunication; }
};

struct DeviceActivity {
  std::int32_t rank = -1;    ///< distributed rank; -1: unknown
  std::int32_t device = -1;  ///< index within its host
  std::string name;          ///< "NVIDIA H200", else "GPU 0"; without a device the title of its process
  std::string title;         ///< "rank 1 · GPU 0 · NVIDIA H200"
  TimeRange window;          ///< first start to last end of its work, within the range asked for
  DeviceTimes times;
  TimeRange longestExposed;     ///< the longest stretch of communication that nothing hides; empty: there is none
  TimeRange longestOverlapped;  ///< the longest stretch of communication beside other kernels
  std::uint64_t kernels = 0;
  std::uint64_t memcpys = 0;
  std::uint64_t memsets = 0;
  std::uint64_t repaired = 0;  ///< spans of work whose times were clamped or absent: the figures rest on them too
  std::uint64_t excluded = 0;  ///< spans of work at time 0 beside epoch times; not in the figures

  [[nodiscard]] Duration idle() const { return window.length() - times.busy; }
};

/// One entry for each (rank, device) with any work, in the order of the trace's processes. With `range`, only what
/// lies inside. Linear in the number of device spans. Empty if stopped.
[[nodiscard]] std::vector<DeviceActivity> deviceActivity(const Trace& trace, std::optional<TimeRange> range = {},
                                                         std::stop_token stop = {});

/// What the devices of a step's rank did between the step's start and end, whoever launched it; the times of several
/// devices are added.
struct StepActivity {
  Step step;
  DeviceTimes times;
  std::uint64_t kernels = 0;  ///< that start within the step
};

/// One entry a step, in the trace's order. A step without any device work keeps zeros. Empty if stopped.
[[nodiscard]] std::vector<StepActivity> stepActivity(const Trace& trace, std::stop_token stop = {});
/// The same of steps that somebody else found, with their device work. One that no span says is a part of what a device
/// did, its process, and counts only that.
[[nodiscard]] std::vector<StepActivity> stepActivity(const Trace& trace, std::span<const Step> steps,
                                                     std::stop_token stop = {});

}  // namespace kernline
