// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Figures on how full the segments of a device are at the end of a recording. All in bytes.
struct SegmentFigures {
  std::int64_t reserved = 0;             ///< all segments
  std::int64_t allocated = 0;            ///< bytes in blocks that the program holds
  std::int64_t awaiting = 0;             ///< given back, but a stream may still use them
  std::int64_t free = 0;                 ///< bytes in free blocks inside segments
  std::int64_t largestFreeBlock = 0;     ///< the largest free block: more than that needs a new segment
  std::optional<std::int64_t> rounding;  ///< handed out beyond the requested bytes; nullopt if no block has these
  std::uint64_t freeBlocks = 0;

  /// Returns the share of free bytes outside the largest free block, 0 to 1: unusable for one large request.
  [[nodiscard]] double fragmentation() const;
};

/// All zero for a device without segments. Linear in its blocks.
[[nodiscard]] SegmentFigures segmentFigures(const MemoryDevice& device);

}  // namespace kernline
