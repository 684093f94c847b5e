// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles, snapshots in SQLite and memory timelines, as bytes.
#include "core/analysis/memory/live_set.h"
#include "core/analysis/memory/memory_comparison.h"
#include "core/import/memory/read_snapshot.h"
#include "core/import/memory/read_snapshot_database.h"
#include "core/import/memory/read_timeline.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace kernline;

namespace {

/// Checks what holds for every history, whatever the file says.
void check(const MemoryHistory& history) {
  for (const MemoryDevice& device : history.devices) {
    for (std::size_t i = 1; i < device.allocated.size(); ++i) {
      if (device.allocated.times[i] <= device.allocated.times[i - 1]) {
        std::abort();
      }
    }
    const LiveSet live = liveSet(history, device, peakTime(history, device), MemoryGrouping::Stack);
    std::int64_t sum = 0;
    for (const LiveGroup& group : live.groups) {
      sum += group.bytes;
    }
    if (sum != live.bytes) {
      std::abort();
    }
  }
}

/// However a run is laid on itself, nothing differs.
void compare(const MemoryHistory& history) {
  for (std::size_t device = 0; device < history.devices.size(); ++device) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryAlignment::Count_); ++i) {
      const auto comparison = compareMemory(history, device, history, device, static_cast<MemoryAlignment>(i));
      for (const std::int64_t bytes : comparison.difference.bytes) {
        if (bytes != 0) {
          std::abort();
        }
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Progress progress;
  Input input;
  input.path = "fuzz";
  input.mapped = bytes;
  const auto history = bytes.starts_with(sqlite::fileMark)
                           ? memory::readSnapshotDatabase(sqlite::DatabaseBytes::of(std::string(bytes)), "fuzz", "",
                                                          size, {}, {}, progress)
                       : memory::isTimeline(bytes) ? memory::readTimeline(input, {}, {})
                                                   : memory::readSnapshot(input, {}, progress);
  if (history) {
    check(**history);
    compare(**history);
  }
  return 0;
}
