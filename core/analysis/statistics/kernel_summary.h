// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/model/base/time.h"
#include "core/model/names/kernel_name.h"
#include "core/model/names/tensor_core.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// The kernels of one family.
struct FamilyTime {
  KernelFamily family = KernelFamily::Other;
  Duration total;  ///< sum of their durations
  std::uint64_t count = 0;
  SpanId longest = SpanId::none;
};

/// The kernels of one name.
struct NamedTime {
  StringId name = StringId::empty;
  KernelFamily family = KernelFamily::Other;
  TensorCoreUse tensorCores = TensorCoreUse::Unknown;
  Duration total;  ///< sum of their durations
  std::uint64_t count = 0;
  SpanId longest = SpanId::none;
};

/// Kinds of a device's kernels, by their names. Sums, not unions: kernels that run at once count each.
struct KernelSummary {
  Duration total;
  std::uint64_t kernels = 0;   ///< number of kernels that start within the range
  Duration tensorCore;         ///< time of kernels that use tensor cores by their names (`namesTensorCores`)
  Duration tensorCoreUnknown;  ///< time of kernels whose names do not show it
  SpanId longestTensorCoreKernel = SpanId::none;
  std::vector<FamilyTime> families;  ///< sorted by total, longest first
  std::vector<NamedTime> names;      ///< sorted by total, longest first
  SpanId longest = SpanId::none;
  std::uint64_t launchCalls = 0;  ///< host calls within the range that launched activity on this device, each once
  TimeRange range;

  /// Returns the share of `total`, 0 to 1; a lower limit if some names do not show it, std::nullopt if none does.
  [[nodiscard]] std::optional<double> tensorCoreShare() const;
  [[nodiscard]] double tensorCoreUnknownShare() const;  ///< share of `total`, 0 to 1
  [[nodiscard]] double kernelsPerSecond() const;
  [[nodiscard]] double launchesPerSecond() const;  ///< a graph's launch counts once, however much it runs
};

/// Sums kernels within `range`, or within the device's first start to last end. Linear in the device's spans.
[[nodiscard]] KernelSummary kernelSummary(const Trace& trace, const DeviceTracks& device,
                                          std::optional<TimeRange> range = {});

}  // namespace kernline
