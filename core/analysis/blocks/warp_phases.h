// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/blocks/kernel_blocks.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Returns true if the warp waits in a phase, by its name: "wait full", "mbarrier_wait", "waiting".
[[nodiscard]] bool isWaiting(std::string_view phase);

/// Warps of the same numbers in all blocks of a launch that have the same phases: its producers, its consumers.
struct WarpRole {
  struct Phase {
    std::string name;
    double share = 0;  ///< share of the time these warps have marked, without phases within this one
    bool isWaiting = false;
  };

  std::uint32_t firstWarp = 0;
  std::uint32_t lastWarp = 0;
  std::vector<Phase> phases;  ///< sorted by share, greatest first

  /// Returns the share of waiting in the time that they have marked.
  [[nodiscard]] double waiting() const;
};

/// The warps that marked anything, by number; neighbors with the same phases are one role. A recorded launch with very
/// many marks is sampled evenly, for each mark is looked up in the file. Empty if stopped.
[[nodiscard]] std::vector<WarpRole> warpRoles(const Trace& trace, const KernelBlocks& launch,
                                              const std::stop_token& stop = {});

/// The phases of one warp of a block.
struct WarpLane {
  std::uint32_t warp = 0;
  std::vector<SpanId> phases;  ///< sorted by start
};

/// The block of `launch` that is `span`, or that `span` is a phase of; none if it is neither.
[[nodiscard]] SpanId blockOf(const Trace& trace, const KernelBlocks& launch, SpanId span);

/// A lane for each warp of a block of `launch` that marked anything, by number. Empty for what is no block.
[[nodiscard]] std::vector<WarpLane> warpsOfBlock(const Trace& trace, const KernelBlocks& launch, SpanId block);

}  // namespace kernline
