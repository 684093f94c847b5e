// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/kernel_metrics.h"

#include <optional>
#include <span>
#include <string_view>

namespace kernline::recorder {

/// A launch of a kernel that was counted, and how long the kernel took.
struct TimedLaunch {
  const CountedLaunch* counted = nullptr;
  double nanoseconds = 0;
};

/// The use of units of the GPU by kernels as shares of their peaks, 0 to 1; std::nullopt if not counted.
struct CountedUse {
  double nanoseconds = 0;           ///< sum of all kernels
  std::optional<double> sm;         ///< use of the busiest part of the multiprocessors
  std::optional<double> tensor;     ///< share of the time that tensor pipes were busy
  std::optional<double> l1;         ///< share of its throughput
  std::optional<double> l2;         ///< share of its throughput
  std::optional<double> dram;       ///< share of its throughput
  std::optional<double> l2HitRate;  ///< share of hits in the requested sectors
  std::optional<double> occupancy;  ///< achieved: of the warps that multiprocessors can hold

  /// Returns the busiest unit: "DRAM", "tensor pipe", "L2 cache", "L1 cache", "SM", or "latency" where all of them are
  /// below 60 % (where Nsight Compute draws that line, too); empty if nothing was counted.
  [[nodiscard]] std::string_view limit() const;
};

/// Means over the time of all of them, for one after the other ran.
[[nodiscard]] CountedUse useOf(std::span<const TimedLaunch> launches);

}  // namespace kernline::recorder
