// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/cuda/nvml.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/run/measured_run.h"
#include "app/recorder/run/progress.h"
#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

/// Checks a kernel against its reference. Throws Failure with exit code 4 where the result is wrong or incomplete.
Comparison checkResult(PreparedKernel& kernel, std::uint64_t seed);

/// The way samples are taken.
struct Sampling {
  StopRule stop;
  bool flushL2 = true;  // whether to flush before each launch
};

/// Warms up and takes samples until there are enough by the rule.
Samples takeSamples(PreparedKernel& kernel, const DeviceFacts& facts, const Sampling& sampling, const Nvml& nvml,
                    Progress& progress, std::optional<ClockRange>& clocks);

}  // namespace kernline::recorder
