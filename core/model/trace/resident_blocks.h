// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/occupancy.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Blocks of a launch that a multiprocessor can hold at once, as far as each resource allows; a resource that a launch
/// does not need allows as many as there can be. Clusters are ignored.
///
/// The limits are those of the CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". Registers
/// are given to warps in units of 256, each partition of a multiprocessor has its share of them, and shared memory is
/// given in units of 128 bytes (256 before 8.0), of which the system takes 1 KiB a block from 8.0 on: cuda_occupancy.h
/// of the CUDA toolkit.
struct ResidentBlocks {
  std::int64_t byWarps = 0;
  std::int64_t byBlocks = 0;
  std::int64_t byRegisters = 0;
  std::int64_t bySharedMemory = 0;
  std::int64_t warpsOfBlock = 0;
  std::int64_t maxWarps = 0;  ///< maximum warps per multiprocessor

  /// Returns the number of blocks that all of them allow.
  [[nodiscard]] std::int64_t fitting() const;
  /// Theoretical occupancy: the share of `maxWarps` that fit, 0 to 1.
  [[nodiscard]] double share() const;
};

/// Returns the blocks, independent of `needs.blocksPerSm`. nullopt for an architecture that is not known here, and for
/// a launch that cannot be.
[[nodiscard]] std::optional<ResidentBlocks> residentBlocks(std::uint32_t computeMajor, std::uint32_t computeMinor,
                                                           const LaunchNeeds& needs);

}  // namespace kernline
