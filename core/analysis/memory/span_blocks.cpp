// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/span_blocks.h"

#include <algorithm>
#include <ranges>

namespace kernline {

namespace {

bool isWithin(const Trace& trace, SpanId inner, SpanId outer) {
  while (inner != SpanId::none && inner != outer) {
    inner = trace.parent(inner);
  }
  return inner != SpanId::none;
}

}  // namespace

std::vector<std::uint32_t> blocksMadeBy(const Trace& trace, const MemoryDevice& device, SpanId span) {
  const TimeRange range = trace.range(span);
  std::vector<std::uint32_t> found;
  auto at = std::ranges::lower_bound(device.blocks, range.begin, {}, &MemoryBlock::begin);
  for (; at != device.blocks.end() && at->begin <= range.end; ++at) {
    if (!at->isOlder && isWithin(trace, at->span, span)) {
      found.push_back(static_cast<std::uint32_t>(at - device.blocks.begin()));
    }
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, [&](std::uint32_t i) { return device.blocks[i].bytes; });
  return found;
}

}  // namespace kernline
