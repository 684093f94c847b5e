// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/block_ledger.h"

#include <fmt/format.h>

#include <utility>

namespace kernline {

void BlockLedger::allocate(const MemoryBlock& block) {
  const auto [at, isNew] = m_open.try_emplace(block.address, m_blocks.size());
  if (!isNew) {
    MemoryBlock& lost = m_blocks[at->second];
    m_report.add(MemoryIssueKind::DoubleAllocation, fmt::format("address {:#x}", block.address));
    lost.end = block.begin;
    m_sum -= lost.bytes;
    at->second = m_blocks.size();
  }
  m_blocks.push_back(block);
  m_sum += block.bytes;
  m_change.add(block.begin, m_sum);
}

void BlockLedger::free(Time time, std::uint64_t address, std::int64_t bytes) {
  const auto found = m_open.find(address);
  if (found == m_open.end()) {
    m_report.add(MemoryIssueKind::FreeOfOlder, fmt::format("address {:#x}, {} bytes", address, bytes));
    m_older.push_back({.begin = m_start, .end = time, .bytes = bytes, .address = address, .isOlder = true});
    m_sum -= bytes;
  } else {
    MemoryBlock& block = m_blocks[found->second];
    block.end = time;
    m_sum -= block.bytes;
    m_open.erase(found);
  }
  m_change.add(time, m_sum);
}

void BlockLedger::keepOlder(MemoryBlock block) {
  if (!m_open.contains(block.address)) {
    block.begin = m_start;
    block.isOlder = true;
    m_older.push_back(block);
  }
}

void BlockLedger::reserve(std::size_t allocations, std::size_t frees) {
  m_blocks.reserve(allocations);
  m_change.times.reserve(allocations + frees + 1);
  m_change.bytes.reserve(allocations + frees + 1);
}

void BlockLedger::finish(MemoryDevice& device) {
  std::int64_t before = 0;
  for (const MemoryBlock& block : m_older) {
    before += block.bytes;
  }
  for (std::int64_t& bytes : m_change.bytes) {
    bytes += before;
  }
  device.allocated = std::move(m_change);
  m_open = {};
  m_blocks.insert(m_blocks.begin(), m_older.begin(), m_older.end());
  device.blocks = std::move(m_blocks);
}

}  // namespace kernline
