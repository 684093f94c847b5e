// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/cuda/nvml.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/parameters/run_options.h"
#include "app/recorder/run/measured_run.h"
#include "app/recorder/run/progress.h"

namespace kernline::recorder {

/// Checks a kernel against its reference. Throws Failure with exit code 4 where the result is wrong or incomplete.
Comparison checkResult(PreparedKernel& kernel, std::uint64_t seed);

/// Warms up and takes samples until the rule says that they are enough.
Samples takeSamples(PreparedKernel& kernel, const DeviceFacts& facts, const RunOptions& options, const Nvml& nvml,
                    Progress& progress, std::optional<ClockRange>& clocks);

}  // namespace kernline::recorder
