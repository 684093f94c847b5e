// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/memory_checks.h"

#include "core/analysis/memory/record_fault.h"

#include <cstddef>
#include <map>
#include <tuple>

namespace kernline {

namespace {

struct DeviceRecords {
  CountedRecords all;
  bool hasTotals = false;
};

}  // namespace

MemoryChecks memoryChecks(const Trace& trace) {
  MemoryChecks checks;
  std::map<std::tuple<ProcessId, std::int16_t, std::int16_t>, DeviceRecords> devices;
  for (const MemoryEvent& event : trace.memoryEvents()) {
    const ProcessId process = event.track == TrackId::none ? ProcessId::none : trace.track(event.track).process;
    DeviceRecords& records = devices[{process, event.deviceType, event.device}];
    records.all.add(event.offset);
    const std::optional<MemoryIssueKind> fault = faultOf(event);
    if (fault) {
      checks.faults[static_cast<std::size_t>(*fault)].add(event.offset);
    }
    const bool isKept = fault != MemoryIssueKind::InvalidSize;
    records.hasTotals = records.hasTotals || (isKept && event.totalAllocated != MemoryEvent::absent);
  }
  for (const auto& [device, records] : devices) {
    if (!records.hasTotals) {
      checks.withoutTotals.firstOffset = checks.withoutTotals.firstOffset.value_or(*records.all.firstOffset);
      checks.withoutTotals.count += records.all.count;
    }
  }
  return checks;
}

}  // namespace kernline
