// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/failed_allocation.h"

#include "core/analysis/memory/segment_figures.h"
#include "core/model/format/quantity.h"

namespace kernline {

std::optional<bool> FailedAllocation::isFragmentation() const {
  return segmentFree ? std::optional(*segmentFree + deviceFree >= requested) : std::nullopt;
}

FailedAllocation failedAllocation(const MemoryDevice& device, const OutOfMemory& failure) {
  FailedAllocation failed{.requested = failure.bytes, .deviceFree = failure.deviceFree};
  const bool isLast = device.allocated.size() == 0 || device.allocated.times.back() <= failure.time;
  if (isLast && !device.segments.empty()) {
    const SegmentFigures figures = segmentFigures(device);
    failed.segmentFree = figures.free;
    failed.largestFree = figures.largestFreeBlock;
  }
  return failed;
}

Message verdictOn(const FailedAllocation& failed) {
  const std::optional<bool> isFragmentation = failed.isFragmentation();
  if (!isFragmentation) {
    return {};
  }
  const std::string free = formatBytes(*failed.segmentFree);
  const std::string largest = formatBytes(*failed.largestFree);
  return *isFragmentation
             ? Phrase::tr(
                   "Fragmentation: %1 free inside segments and what the device has left are enough together, "
                   "but the largest free block is %2.")
                   .with(free, largest)
             : Phrase::tr("Not fragmentation: %1 free in segments plus %2 on the device are less than %3.")
                   .with(free, formatBytes(failed.deviceFree), formatBytes(failed.requested));
}

}  // namespace kernline
