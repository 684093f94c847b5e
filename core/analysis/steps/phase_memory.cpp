// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/phase_memory.h"

#include "core/analysis/memory/record_fault.h"

#include <algorithm>

namespace kernline {

void PhaseMemorySum::add(StepPhase phase, const MemoryEvent& event) {
  if (faultOf(event) == MemoryIssueKind::InvalidSize) {
    return;
  }
  PhaseMemory& own = m_sums[{phase, event.device}];
  own.device = event.device;
  own.changeBytes += event.bytes;
  if (event.totalAllocated != MemoryEvent::absent) {
    reach(phase, own, event.totalAllocated - event.bytes);  // total before the phase freed it
    reach(phase, own, event.totalAllocated);
  }
}

void PhaseMemorySum::reach(StepPhase phase, PhaseMemory& own, std::int64_t bytes) {
  own.peakBytes = std::max(own.peakBytes.value_or(bytes), bytes);
  const auto [peak, isFirst] = m_peaks.try_emplace(own.device, Peak{.bytes = bytes, .phase = phase});
  if (!isFirst && bytes > peak->second.bytes) {
    peak->second = {.bytes = bytes, .phase = phase};
  }
}

std::vector<PhaseMemory> PhaseMemorySum::of(StepPhase phase) const {
  std::vector<PhaseMemory> made;
  for (const auto& [key, sum] : m_sums) {
    if (key.first == phase) {
      const auto peak = m_peaks.find(sum.device);
      made.push_back(sum);
      made.back().holdsPeak = peak != m_peaks.end() && peak->second.phase == phase;
    }
  }
  return made;
}

}  // namespace kernline
