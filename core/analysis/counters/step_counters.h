// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/counter_means.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// A counter of a device during one step.
struct StepCounter {
  std::int32_t device = -1;  ///< index within its host; -1 if unknown
  CounterMean mean;
};

/// Returns for each step the counters of its rank's devices while it lasted. Empty if no device has counters.
[[nodiscard]] std::vector<std::vector<StepCounter>> countersOfSteps(const Trace& trace,
                                                                    std::span<const StepStats> steps);

/// A counter of a device in all steps.
struct CounterSum {
  std::int32_t device = -1;
  CounterId counter{};
  double mean = 0;  ///< mean over all samples, weighted by time
  double min = 0;   ///< mean of a step
  double max = 0;   ///< mean of a step
  std::size_t sampledSteps = 0;
};

/// Sums counters in the order of their first step. Leaves out samples in no step.
[[nodiscard]] std::vector<CounterSum> counterSums(std::span<const std::vector<StepCounter>> steps);

}  // namespace kernline
