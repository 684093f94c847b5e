// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about blocks of a launch on the SMs: waves, tail, imbalance, and phases of their warps.
#pragma once

#include "core/analysis/blocks/kernel_blocks.h"
#include "core/model/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

template <typename Value>
struct MinMedianMax {
  Value min{};
  Value median{};
  Value max{};
};

/// The phases of one name: from a mark of a warp to its next one.
struct BlockPhase {
  std::string name;
  std::uint64_t count = 0;
  Duration total;
  MinMedianMax<Duration> durations;
};

/// Figures on how a launch filled the SMs of its device. SM time is counted from the begin to the end of the kernel,
/// and an SM is busy while it has a block: busy + ramp + gaps + tail + unused is multiprocessors × length. If the file
/// does not record the SM of each block, all figures of SMs are 0.
struct BlockFigures {
  TimeRange range;  ///< the kernel's
  std::uint64_t blocks = 0;
  std::uint32_t multiprocessors = 0;       ///< SMs of the device; if not in the trace, those that had a block
  bool isDeviceKnown = false;              ///< whether the trace describes the device
  bool areSmsKnown = true;                 ///< false: no figures of SMs
  std::uint32_t used = 0;                  ///< SMs that had a block
  MinMedianMax<std::uint32_t> blocksOfSm;  ///< blocks of each SM used
  MinMedianMax<Duration> durations;
  std::uint64_t resident = 0;  ///< most blocks at once, on all SMs
  Duration busy;
  Duration ramp;                   ///< SM time before each used SM's first block
  Duration gaps;                   ///< SM time between blocks
  Duration tail;                   ///< SM time after each used SM's last block
  Duration unused;                 ///< all of the time of SMs without a block
  Duration partlyFull;             ///< time in which fewer than all SMs had a block
  double imbalance = 1;            ///< the busiest SM's time over the mean of those used
  std::vector<BlockPhase> phases;  ///< sorted by total, greatest first
  bool isInCycles = false;         ///< lengths of blocks and phases; where they begin is in nanoseconds all the same

  [[nodiscard]] Duration whole() const { return {static_cast<std::int64_t>(multiprocessors) * range.length().ns}; }
  /// Returns `part` as a share of all SM time, 0 to 1.
  [[nodiscard]] double shareOf(Duration part) const;
  /// The number of rounds that the blocks need if each round has the most that ran at once.
  [[nodiscard]] double waves() const;
  /// The share of the places of the last round that stay empty, of those of all rounds: what a grid of whole waves
  /// would not lose.
  [[nodiscard]] double quantization() const;
};

[[nodiscard]] BlockFigures blockFigures(const Trace& trace, const KernelBlocks& blocks);

/// Share of all SM time above which the loss at the end of a launch is reported: a tenth.
inline constexpr double longTail = 0.1;

/// Returns the most important finding with its remedy. Empty for a launch that keeps its SMs busy, and if too few SMs
/// of an unknown device were seen to judge.
[[nodiscard]] Message blockFinding(const BlockFigures& figures);

}  // namespace kernline
