// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/record_fault.h"

namespace kernline {

std::optional<MemoryIssueKind> faultOf(const MemoryEvent& event) {
  const auto isInvalidTotal = [](std::int64_t total) { return total != MemoryEvent::absent && isInvalidSize(total); };
  if (isInvalidSize(event.bytes) || isInvalidTotal(event.totalAllocated) || isInvalidTotal(event.totalReserved)) {
    return MemoryIssueKind::InvalidSize;
  }
  if (event.totalAllocated != MemoryEvent::absent && event.totalAllocated < 0) {
    return MemoryIssueKind::NegativeTotal;
  }
  const bool hasReserve = event.totalReserved > 0;  // the host has none and says 0
  return hasReserve && event.totalAllocated > event.totalReserved ? std::optional(MemoryIssueKind::ImpossibleTotal)
                                                                  : std::nullopt;
}

}  // namespace kernline
