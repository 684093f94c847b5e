// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Key by which blocks are grouped. Size: powers of two.
enum class MemoryGrouping : std::uint8_t { Op, Place, Phase, Size, Stack, Count_ };
[[nodiscard]] std::string_view toText(MemoryGrouping grouping);

/// Blocks that have something in common.
struct LiveGroup {
  std::string name;  ///< never empty: "allocated before the recording" if the allocation was not recorded
  std::int64_t bytes = 0;
  std::uint64_t count = 0;               ///< blocks; 0 for what is known by the total alone
  StackId stack = StackId::none;         ///< stack of its largest block
  std::uint32_t largestBlock = noBlock;  ///< index of its largest block
  static constexpr std::uint32_t noBlock = UINT32_MAX;
};

/// The blocks that were alive at a moment.
struct LiveSet {
  Time time;
  std::int64_t bytes = 0;         ///< the allocated curve then
  std::vector<LiveGroup> groups;  ///< sorted by bytes, largest first; they add up to `bytes` exactly

  /// Returns the group's share of `bytes`; std::nullopt if blocks and totals disagree, so that a group is larger than
  /// the total or negative.
  [[nodiscard]] std::optional<double> share(const LiveGroup& group) const;
};

/// Returns groups at a time; by category, whatever the grouping, if a file has categories but no blocks. Linear in the
/// blocks of the device. Empty if stopped.
[[nodiscard]] LiveSet liveSet(const MemoryHistory& history, const MemoryDevice& device, Time time,
                              MemoryGrouping grouping, const std::stop_token& stop = {});

/// Groups the given blocks: the groups add up to these alone. `time` stays zero.
[[nodiscard]] LiveSet groupedBlocks(const MemoryHistory& history, const MemoryDevice& device,
                                    std::span<const std::uint32_t> blocks, MemoryGrouping grouping,
                                    const std::stop_token& stop = {});

/// Returns those of `blocks` that form the group, in their order. Empty for memory that is known by its total alone.
[[nodiscard]] std::vector<std::uint32_t> blocksOf(const LiveGroup& group, const MemoryDevice& device,
                                                  std::span<const std::uint32_t> blocks, MemoryGrouping grouping);

/// Whether a block belongs to a group of blocks; not to what is known by its total alone.
[[nodiscard]] bool isOf(const LiveGroup& group, const MemoryDevice& device, const MemoryBlock& block,
                        MemoryGrouping grouping);

/// Returns a number that blocks of one group share, never 0; 0 for blocks without the data that would distinguish them.
[[nodiscard]] std::uint64_t groupKey(const MemoryBlock& block, MemoryGrouping grouping);

/// Returns the time at which most was allocated, the first of several; the start of the history if there was never any.
[[nodiscard]] Time peakTime(const MemoryHistory& history, const MemoryDevice& device);

/// Indices of blocks that are alive at `time`, largest first.
[[nodiscard]] std::vector<std::uint32_t> liveBlocks(const MemoryDevice& device, Time time);

/// Indices of blocks that were made within `range` and outlive it, largest first: what a step leaves behind.
[[nodiscard]] std::vector<std::uint32_t> leftBehind(const MemoryDevice& device, TimeRange range);

/// Indices of blocks that were made in the recording and never given back, largest first.
[[nodiscard]] std::vector<std::uint32_t> neverFreed(const MemoryDevice& device);

}  // namespace kernline
