// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/memory/snapshot_records.h"
#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <vector>

namespace kernline::memory {

inline constexpr std::int64_t nanosecondsPerUs = 1000;

/// Records of one device in a snapshot, to be combined.
struct DeviceRecords {
  std::int32_t device = 0;
  std::vector<std::uint32_t> entries;   ///< numbers of records, in the order of the allocator
  std::vector<MemorySegment> segments;  ///< sorted by address
  std::vector<SegmentBlock> blocks;
};

/// The origin of allocations, in words, for every stack once.
class StackReading {
 public:
  StackReading(const StackTree& stacks, StringPool& strings) : m_stacks(stacks), m_strings(strings) {}

  struct Meaning {
    StringId op = StringId::empty;
    StringId place = StringId::empty;
    MemoryPhase phase = MemoryPhase::Unknown;
  };
  [[nodiscard]] const Meaning& of(StackId stack);

 private:
  const StackTree& m_stacks;
  StringPool& m_strings;
  std::vector<Meaning> m_known;
  std::vector<bool> m_isKnown;
  Meaning m_nothing;
};

/// Blocks, curves and failures of a device. Times are counted from `startUs`; `marks` give phases before stacks do.
/// With `forgets`, entries are freed as they are read: neither they nor any before them may be read again.
[[nodiscard]] MemoryDevice deviceHistory(const DeviceRecords& records, SnapshotRecords& all, bool forgets,
                                         std::int64_t startUs, StackReading& reading, const MemoryHistory& history,
                                         MemoryReport& report);

/// Sets the bounds of a history to its first and last event.
void setBounds(MemoryHistory& history);

}  // namespace kernline::memory
