// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/curve_envelope.h"
#include "core/model/memory/memory_history.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// Finds which of many blocks are alive at a time and not small, without a walk over all.
class BlockPyramid {
 public:
  BlockPyramid() = default;
  /// `blocks` by begin.
  explicit BlockPyramid(std::span<const MemoryBlock> blocks);

  /// Appends the numbers of blocks [first, last) that end after `time` and have at least `minBytes` bytes, in their
  /// order. `blocks` must be those it was built from.
  void collect(std::span<const MemoryBlock> blocks, std::size_t first, std::size_t last, Time time,
               std::int64_t minBytes, std::vector<std::uint32_t>& found) const;

 private:
  static constexpr std::size_t fanout = 16;
  /// An upper limit of all blocks below.
  struct Bound {
    Time end{std::numeric_limits<std::int64_t>::min()};
    std::int64_t bytes = 0;
  };
  [[nodiscard]] Bound bound(std::span<const MemoryBlock> blocks, std::size_t level, std::size_t at) const;

  std::vector<std::vector<Bound>> m_levels;  // finest first; each entry covers `fanout` of the level below
};

/// A block where it lies on those below it.
struct StackedBlock {
  std::uint32_t block = 0;  ///< index in the device's blocks
  std::int64_t below = 0;   ///< bytes of the blocks under it
};

/// The memory that was alive at one moment: large blocks each, from the oldest up, then all small ones together.
struct StackColumn {
  Time moment;  ///< moment of the maximum within the column, the first of several
  std::uint32_t first = 0;
  std::uint32_t count = 0;  ///< count in BlockStack::blocks
  std::int64_t others = 0;  ///< bytes of those too small to be shown each, and of what no block is known of
  std::int64_t total = 0;   ///< the allocated curve then
};

/// Blocks on each other in every pixel column.
struct BlockStack {
  std::vector<StackColumn> columns;  ///< columns; those before the first value have neither blocks nor bytes
  std::vector<StackedBlock> blocks;

  [[nodiscard]] std::span<const StackedBlock> of(const StackColumn& column) const {
    return std::span(blocks).subspan(column.first, column.count);
  }
  /// Returns the index of the block at a height; std::nullopt for small blocks, above all blocks, and for a column that
  /// does not exist.
  [[nodiscard]] std::optional<std::uint32_t> blockAt(const MemoryDevice& device, std::size_t column,
                                                     std::int64_t bytes) const;
};

/// The blocks of a device in `columns` equal slices of `range`, those of at least `minBytes` bytes each. A slice shows
/// the moment at which most is allocated in it, so the top is that of the curve and no peak is lost between two pixels.
/// O(columns · (blocks shown in one + log of all)); `blocks` and `curve` are of the device's blocks and allocated
/// curve.
[[nodiscard]] BlockStack stackBlocks(const MemoryDevice& device, const BlockPyramid& blocks, const CurvePyramid& curve,
                                     TimeRange range, std::size_t columns, std::int64_t minBytes);

}  // namespace kernline
