// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/log/log.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// Facts on a sampled kernel besides its samples; std::nullopt if unknown.
struct SampledKernelFacts {
  std::uint64_t launches = 0;             ///< number of sampled launches; 0 if not known
  std::optional<double> durationNs = {};  ///< mean of the launches
  std::optional<double> registersPerThread = {};
  std::optional<double> sharedBytesPerBlock = {};
  std::optional<double> occupancy = {};             ///< mean, of the warps a multiprocessor can hold, 0 to 1
  std::optional<double> executedInstructions = {};  ///< instructions executed by warps, mean of the launches
};

/// One side of a comparison: kernels of one name with the same code are one, whatever process or launch they are of.
struct SampledRun {
  KernelSources sources;
  std::vector<SampledKernelFacts> facts;  ///< one for each kernel of `sources`
};

/// Reads events again from the file.
[[nodiscard]] SampledRun sampledRunOf(const Trace& trace);
/// Builds the run of a report of Nsight Compute.
[[nodiscard]] SampledRun sampledRunOf(const Log& log);

}  // namespace kernline
