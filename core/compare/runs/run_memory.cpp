// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_memory.h"

#include "core/analysis/memory/live_set.h"
#include "core/analysis/memory/trace_memory.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace kernline {

namespace {

/// The one that is meant: by number and rank (unknown ones may be any), not the host's.
const MemoryDevice* memoryOf(const MemoryHistory& history, const DeviceTracks& device) {
  const auto fits = [&](const MemoryDevice& memory) {
    const bool isRank = memory.rank < 0 || device.rank < 0 || memory.rank == device.rank;
    return memory.device >= 0 && isRank && (device.device < 0 || memory.device == device.device);
  };
  const auto found = std::ranges::find_if(history.devices, fits);
  return found == history.devices.end() ? nullptr : &*found;
}

}  // namespace

std::optional<RunMemory> runMemory(const Trace& trace, const DeviceTracks& device) {
  if (!hasMemoryData(trace)) {
    return {};
  }
  const auto history = traceMemory(trace);
  const MemoryDevice* memory = history ? memoryOf(*history, device) : nullptr;
  const auto peak = memory != nullptr ? memory->allocated.peak() : std::nullopt;
  if (!peak) {
    return {};
  }
  RunMemory made{.peakAllocated = memory->allocated.bytes[*peak], .peakReserved = 0, .atPeak = {}};
  if (const auto reserved = memory->reserved.peak()) {
    made.peakReserved = memory->reserved.bytes[*reserved];
  }
  for (const LiveGroup& group : liveSet(*history, *memory, memory->allocated.times[*peak], MemoryGrouping::Op).groups) {
    made.atPeak.emplace_back(group.name, group.bytes);
  }
  return made;
}

std::vector<MemoryPart> memoryParts(const RunMemory& base, const RunMemory& other) {
  std::map<std::string, MemoryPart> parts;
  for (const auto& [op, bytes] : base.atPeak) {
    parts[op].base += bytes;
  }
  for (const auto& [op, bytes] : other.atPeak) {
    parts[op].other += bytes;
  }
  std::vector<MemoryPart> sorted;
  for (auto& [op, part] : parts) {
    part.op = op;
    sorted.push_back(part);
  }
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           [](const MemoryPart& part) { return std::abs(part.delta()); });
  return sorted;
}

}  // namespace kernline
