// SPDX-License-Identifier: Apache-2.0
// This folder holds blocks of kernels over time: the records that kernels write, and the runs that they belong to.
#pragma once

#include "app/recorder/blocks/kernline_blocks.cuh"
#include "app/recorder/io/event_lines.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {

/// A block as %globaltimer saw it, in ns.
struct BlockTime {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t sm = 0;
  std::uint32_t block = 0;  ///< number in the grid, x first
};

/// The blocks that ran to their end, by number.
[[nodiscard]] std::vector<BlockTime> blocksOf(std::span<const kernline_blocks::Record> records);

/// A kernel's activity record.
struct KernelRun {
  std::int64_t start = 0;  ///< ns since the beginning of the recording
  std::int64_t end = 0;
  std::uint32_t device = 0;
  std::uint32_t correlation = 0;
  std::array<std::int32_t, 3> grid{1, 1, 1};
  std::array<std::int32_t, 3> block{1, 1, 1};

  [[nodiscard]] std::uint64_t blocks() const;
  [[nodiscard]] std::uint64_t warpsOfBlock() const;
};

/// Returns the index of the one of `runs` that each part's blocks are of (or nullopt): one that has as many blocks, or
/// at least the buffer's, and lasts as long. The two clocks differ by the same for all parts, which decides between
/// kernels that look alike; of equally good ones the last, for it has overwritten what the others left. Empty parts are
/// of none.
[[nodiscard]] std::vector<std::optional<std::size_t>> runsOfParts(std::span<const std::vector<BlockTime>> parts,
                                                                  std::span<const KernelRun> runs,
                                                                  std::uint64_t capacity);

/// Times of %globaltimer on the recording's clock. Their difference drifts by 1.6 µs a second, so each kernel is its
/// own anchor: the record is longer than its blocks, by 1.4 µs on an H100, and they are in its middle. Times outside of
/// the record are clipped to it.
class RunClock {
 public:
  RunClock(std::span<const BlockTime> blocks, const KernelRun& run);  ///< `blocks` are not empty
  [[nodiscard]] std::int64_t at(std::int64_t globalTime) const;

 private:
  std::int64_t m_offset = 0;
  std::int64_t m_begin;
  std::int64_t m_end;
};

/// A warp's phase, from a mark to its next one or to the end of its block.
struct MarkTime {
  std::int64_t start = 0;  ///< start on the clock of %globaltimer
  std::int64_t end = 0;
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t phase = 0;
};

/// The numbers of blocks and marks of one launch that are in the recording, and that had no room.
struct BlockCounts {
  std::uint64_t blocks = 0;
  std::uint64_t blocksLeftOut = 0;
  std::uint64_t marks = 0;
  std::uint64_t marksLeftOut = 0;
  std::uint64_t notTaken = 0;  ///< events that the sink did not take

  BlockCounts& operator+=(const BlockCounts& other) {
    blocks += other.blocks;
    blocksLeftOut += other.blocksLeftOut;
    marks += other.marks;
    marksLeftOut += other.marksLeftOut;
    notTaken += other.notTaken;
    return *this;
  }
};

/// The marks that the warps of `blocks` left, by block, warp and time; those of other blocks are left out. `blocks`
/// as blocksOf has them, `marks` without the count before them.
[[nodiscard]] std::vector<MarkTime> marksOf(std::span<const unsigned long long> marks,
                                            std::span<const BlockTime> blocks, const KernelRun& run);

}  // namespace kernline::recorder
