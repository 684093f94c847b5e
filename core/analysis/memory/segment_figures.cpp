// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/segment_figures.h"

#include <algorithm>

namespace kernline {

double SegmentFigures::fragmentation() const {
  return free > 0 ? static_cast<double>(free - largestFreeBlock) / static_cast<double>(free) : 0;
}

SegmentFigures segmentFigures(const MemoryDevice& device) {
  SegmentFigures figures;
  for (const MemorySegment& segment : device.segments) {
    figures.reserved += segment.bytes;
  }
  for (const SegmentBlock& block : device.segmentBlocks) {
    switch (block.state) {
      case BlockState::Allocated:
        figures.allocated += block.bytes;
        if (block.requested > 0) {
          figures.rounding = figures.rounding.value_or(0) + std::max<std::int64_t>(0, block.bytes - block.requested);
        }
        break;
      case BlockState::AwaitingFree:
        figures.awaiting += block.bytes;
        break;
      case BlockState::Free:
        figures.free += block.bytes;
        figures.largestFreeBlock = std::max(figures.largestFreeBlock, block.bytes);
        ++figures.freeBlocks;
        break;
    }
  }
  return figures;
}

}  // namespace kernline
