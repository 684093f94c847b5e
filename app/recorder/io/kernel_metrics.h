// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline::recorder {

/// A counted value, by CUPTI's name.
struct MetricValue {
  std::string name;
  double value = 0;
};

/// Counts in a range around a launch, which takes some 25 us longer than the kernel.
struct CountedRange {
  std::size_t passes = 0;  ///< number of times the kernel ran for it
  double nanoseconds = 0;  ///< duration of the range; 0 if it is as long as the kernel
  std::vector<MetricValue> values;
};

/// Counts of one launch. Set after set where its kernel may be launched again.
struct CountedLaunch {
  std::uint32_t correlation = 0;
  std::vector<CountedRange> ranges;
  std::string run{};  ///< the run as a JSON object; empty if unknown
};

/// FLOPs that were counted, a multiply-add as two; nullopt if they were not.
[[nodiscard]] std::optional<double> countedFlops(const CountedLaunch& launch);
/// Bytes read from and written to device memory.
[[nodiscard]] std::optional<double> countedDramBytes(const CountedLaunch& launch);

/// The metrics of the kernel, which ran for `kernelNanoseconds`: shares of what could be done in the whole range become
/// shares of what could be done while the kernel ran. With its duration as gpu__time_duration.sum.
[[nodiscard]] std::vector<MetricValue> metricsOfKernel(const CountedLaunch& launch, double kernelNanoseconds);

}  // namespace kernline::recorder
