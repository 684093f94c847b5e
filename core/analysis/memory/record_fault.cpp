// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/record_fault.h"

namespace kernline {

std::optional<MemoryIssueKind> faultOf(const MemoryEvent& event) {
  const auto isAbsurdTotal = [](std::int64_t total) { return total != MemoryEvent::absent && isAbsurdSize(total); };
  if (isAbsurdSize(event.bytes) || isAbsurdTotal(event.totalAllocated) || isAbsurdTotal(event.totalReserved)) {
    return MemoryIssueKind::AbsurdSize;
  }
  if (event.totalAllocated != MemoryEvent::absent && event.totalAllocated < 0) {
    return MemoryIssueKind::NegativeTotal;
  }
  const bool hasReserve = event.totalReserved > 0;  // the host has none and says 0
  return hasReserve && event.totalAllocated > event.totalReserved ? std::optional(MemoryIssueKind::ImpossibleTotal)
                                                                  : std::nullopt;
}

}  // namespace kernline
