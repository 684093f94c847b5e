// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/block_stack.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

/// Walks over ascending times and tracks the blocks alive.
class LiveWalk {
 public:
  LiveWalk(const MemoryDevice& device, const BlockPyramid& pyramid, std::int64_t minBytes)
      : m_blocks(device.blocks), m_pyramid(pyramid), m_minBytes(minBytes) {}

  /// Fields of a block that each column needs: here they are contiguous, blocks are scattered.
  struct Alive {
    std::uint32_t block = 0;
    std::int64_t bytes = 0;
    Time end;
  };

  [[nodiscard]] std::span<const Alive> at(Time time) {
    std::erase_if(m_alive, [&](const Alive& alive) { return alive.end <= time; });
    const auto after =
        static_cast<std::size_t>(std::ranges::upper_bound(m_blocks, time, {}, &MemoryBlock::begin) - m_blocks.begin());
    m_found.clear();
    m_pyramid.collect(m_blocks, m_next, after, time, m_minBytes, m_found);
    for (const std::uint32_t block : m_found) {
      m_alive.push_back({block, m_blocks[block].bytes, m_blocks[block].end});
    }
    m_next = std::max(m_next, after);
    return m_alive;
  }

 private:
  std::span<const MemoryBlock> m_blocks;
  const BlockPyramid& m_pyramid;
  std::int64_t m_minBytes;
  std::size_t m_next = 0;  // the first block that begins later
  std::vector<Alive> m_alive;
  std::vector<std::uint32_t> m_found;
};

/// Returns the time of a value in a slice that begins at `begin`; a value that ends just then is of the moment before.
Time momentOf(const MemoryCurve& curve, std::size_t value, Time begin) {
  const bool endsThen = value + 1 < curve.size() && curve.times[value + 1] <= begin;
  return endsThen ? curve.times[value + 1] - Duration{1} : std::max(begin, curve.times[value]);
}

void add(BlockStack& stack, StackColumn& column, std::span<const LiveWalk::Alive> alive) {
  column.first = static_cast<std::uint32_t>(stack.blocks.size());
  column.count = static_cast<std::uint32_t>(alive.size());
  std::int64_t below = 0;
  for (const LiveWalk::Alive& one : alive) {
    stack.blocks.push_back({one.block, below});
    below += one.bytes;
  }
  column.others = std::max<std::int64_t>(0, column.total - below);
}

}  // namespace

BlockPyramid::BlockPyramid(std::span<const MemoryBlock> blocks) {
  for (std::size_t below = blocks.size(); below > fanout; below = m_levels.back().size()) {
    std::vector<Bound> level((below + fanout - 1) / fanout);
    for (std::size_t i = 0; i < below; ++i) {
      const Bound part = bound(blocks, m_levels.size(), i);
      Bound& whole = level[i / fanout];
      whole.end = std::max(whole.end, part.end);
      whole.bytes = std::max(whole.bytes, part.bytes);
    }
    m_levels.push_back(std::move(level));
  }
}

BlockPyramid::Bound BlockPyramid::bound(std::span<const MemoryBlock> blocks, std::size_t level, std::size_t at) const {
  return level == 0 ? Bound{blocks[at].end, blocks[at].bytes} : m_levels[level - 1][at];
}

void BlockPyramid::collect(std::span<const MemoryBlock> blocks, std::size_t first, std::size_t last, Time time,
                           std::int64_t minBytes, std::vector<std::uint32_t>& found) const {
  std::size_t level = 0;
  std::size_t width = 1;  // blocks that an entry of the level covers
  for (std::size_t at = first; at < last;) {
    while (level < m_levels.size() && at % (width * fanout) == 0) {
      ++level;
      width *= fanout;
    }
    while (level > 0 && at + width > last) {
      --level;
      width /= fanout;
    }
    for (Bound here = bound(blocks, level, at / width); level > 0 && here.end > time && here.bytes >= minBytes;
         here = bound(blocks, level, at / width)) {
      --level;
      width /= fanout;
    }
    if (level == 0 && blocks[at].end > time && blocks[at].bytes >= minBytes) {
      found.push_back(static_cast<std::uint32_t>(at));
    }
    at += width;
  }
}

std::optional<std::uint32_t> BlockStack::blockAt(const MemoryDevice& device, std::size_t column,
                                                 std::int64_t bytes) const {
  if (column >= columns.size() || bytes < 0) {
    return std::nullopt;
  }
  const auto shown = of(columns[column]);
  const auto above = std::ranges::upper_bound(shown, bytes, {}, &StackedBlock::below);
  if (above == shown.begin()) {
    return std::nullopt;
  }
  const StackedBlock& found = *std::prev(above);
  return bytes < found.below + device.blocks[found.block].bytes ? std::optional(found.block) : std::nullopt;
}

BlockStack stackBlocks(const MemoryDevice& device, const BlockPyramid& blocks, const CurvePyramid& curve,
                       TimeRange range, std::size_t columns, std::int64_t minBytes) {
  const MemoryCurve& allocated = device.allocated;
  BlockStack stack;
  stack.columns.resize(columns);
  const double width = static_cast<double>(range.length().ns) / static_cast<double>(std::max<std::size_t>(columns, 1));
  LiveWalk walk(device, blocks, std::max<std::int64_t>(minBytes, 1));
  std::size_t at = allocated.changeFrom(range.begin);
  Time begin = range.begin;
  for (std::size_t i = 0; i < columns; ++i) {
    const Time end = range.begin + Duration{std::llround(width * static_cast<double>(i + 1))};
    const auto after = static_cast<std::size_t>(
        std::lower_bound(allocated.times.begin() + static_cast<std::ptrdiff_t>(at), allocated.times.end(), end) -
        allocated.times.begin());
    const std::size_t first = at > 0 ? at - 1 : at;  // the value that holds when the slice begins is part of it
    if (first < after) {
      const std::size_t peakAt = curve.indexOfMax(allocated.bytes, first, after);
      StackColumn& column = stack.columns[i];
      column.moment = momentOf(allocated, peakAt, begin);
      column.total = allocated.bytes[peakAt];
      add(stack, column, walk.at(column.moment));
    }
    at = after;
    begin = end;
  }
  return stack;
}

}  // namespace kernline
