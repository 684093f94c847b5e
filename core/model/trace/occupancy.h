// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace kernline {

inline constexpr std::int64_t warpThreads = 32;

/// Resources of a multiprocessor that a launch needs.
struct LaunchNeeds {
  double blocksPerSm = 0;  ///< blocks of the grid per multiprocessor, over all of them
  std::int64_t threads = 0;
  std::int64_t registersPerThread = 0;
  std::int64_t sharedBytes = 0;  ///< static and dynamic shared memory of a block, in bytes
};

/// The share of its warps that a multiprocessor can hold at once of this launch, 0 to 1, as kineto estimates it ("est.
/// achieved occupancy %"): by registers, shared memory, warps and blocks, and by what the grid has. Absent for an
/// architecture that is not known here, and for a launch that cannot be. The limits are those of the CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability", and of its occupancy calculator.
[[nodiscard]] std::optional<double> occupancy(std::uint32_t computeMajor, std::uint32_t computeMinor,
                                              const LaunchNeeds& needs);

}  // namespace kernline
