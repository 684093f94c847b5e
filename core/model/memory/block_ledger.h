// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kernline {

/// Pairs what was allocated with what was freed, from records in the order of time, and keeps the sum.
class BlockLedger {
 public:
  /// `start`: from when on there are records. Blocks that are freed without having been allocated lived since then.
  BlockLedger(Time start, MemoryReport& report) : m_start(start), m_report(report) { m_change.add(start, 0); }
  /// Reserves room for this many.
  void reserve(std::size_t allocations, std::size_t frees);

  /// `block.begin`, `address`, `bytes` and its requester; its end is found later.
  void allocate(const MemoryBlock& block);
  void free(Time time, std::uint64_t address, std::int64_t bytes);
  /// Something that is there at the end: unless it was seen being allocated, it is older than the recording.
  void keepOlder(MemoryBlock block);

  /// The blocks in order of their begin, and the sum of them over time: at every time exactly what lives then.
  void finish(MemoryDevice& device);

 private:
  Time m_start;
  MemoryReport& m_report;
  std::vector<MemoryBlock> m_older;
  std::vector<MemoryBlock> m_blocks;
  std::unordered_map<std::uint64_t, std::size_t> m_open;  // address → index in m_blocks
  MemoryCurve m_change;                                   // the sum, from zero at the start, which is its first value
  std::int64_t m_sum = 0;
};

}  // namespace kernline
