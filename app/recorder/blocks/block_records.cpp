// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/block_records.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr unsigned smBits = 16;  // next to 48 of the time, which last 78 hours

/// The time of which `low` has the last 48 bits and that is at most 39 hours away from `near`.
std::int64_t timeNear(std::uint64_t low, std::int64_t near) {
  const auto difference = static_cast<std::int64_t>((low - static_cast<std::uint64_t>(near)) << smBits);
  return near + (difference >> smBits);
}

std::int64_t productOf(const std::array<std::int32_t, 3>& sizes) {
  return std::int64_t{sizes[0]} * sizes[1] * sizes[2];
}

struct Extent {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Extent extentOf(std::span<const BlockTime> blocks) {
  Extent extent{.begin = blocks.front().start, .end = blocks.front().end};
  for (const BlockTime& block : blocks) {
    extent.begin = std::min(extent.begin, block.start);
    extent.end = std::max(extent.end, block.end);
  }
  return extent;
}

bool fits(std::span<const BlockTime> part, const KernelRun& run, std::uint64_t capacity) {
  constexpr std::int64_t tick = 2000;  // ns: a record is never that much shorter than its blocks
  const Extent extent = extentOf(part);
  return part.size() <= run.blocks() && (part.size() == run.blocks() || run.blocks() > capacity) &&
         extent.end - extent.begin <= run.end - run.start + tick;
}

/// Run of each part, and the summed distance to the best runs if the clocks differ by `offset`.
struct Assignment {
  std::vector<std::optional<std::size_t>> runs;
  std::int64_t distance = 0;
  std::size_t missing = 0;
};

Assignment assignmentAt(std::int64_t offset, std::span<const std::vector<BlockTime>> parts,
                        std::span<const KernelRun> runs, std::uint64_t capacity) {
  constexpr std::int64_t apart = 20'000;  // ns between the two ends and still one kernel
  Assignment found;
  found.runs.resize(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (parts[p].empty()) {
      continue;
    }
    const Extent extent = extentOf(parts[p]);
    std::int64_t best = apart;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const std::int64_t distance = std::abs(extent.begin + offset - runs[r].start) +
                                    std::max(std::int64_t{0}, extent.end + offset - runs[r].end);
      if (fits(parts[p], runs[r], capacity) && distance <= best) {
        best = distance;
        found.runs[p] = r;
      }
    }
    found.distance += best;
    found.missing += found.runs[p] ? 0U : 1U;
  }
  return found;
}

}  // namespace

std::uint64_t KernelRun::blocks() const {
  return static_cast<std::uint64_t>(productOf(grid));
}

std::uint64_t KernelRun::warpsOfBlock() const {
  return (static_cast<std::uint64_t>(productOf(block)) + 31) / 32;
}

std::vector<BlockTime> blocksOf(std::span<const kernline_blocks::Record> records) {
  std::vector<BlockTime> blocks;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const kernline_blocks::Record& record = records[i];
    if (record.startAndSm != 0 && record.end != 0) {
      const auto end = static_cast<std::int64_t>(record.end);
      blocks.push_back({.start = timeNear(record.startAndSm >> smBits, end),
                        .end = end,
                        .sm = static_cast<std::uint32_t>(record.startAndSm & 0xFFFFU),
                        .block = static_cast<std::uint32_t>(i)});
    }
  }
  return blocks;
}

std::vector<std::optional<std::size_t>> runsOfParts(std::span<const std::vector<BlockTime>> parts,
                                                    std::span<const KernelRun> runs, std::uint64_t capacity) {
  std::optional<Assignment> best;
  for (const std::vector<BlockTime>& part : parts) {
    for (std::size_t r = runs.size(); !part.empty() && r-- > 0;) {
      if (!fits(part, runs[r], capacity)) {
        continue;
      }
      Assignment found = assignmentAt(runs[r].start - extentOf(part).begin, parts, runs, capacity);
      if (!best || std::pair(found.missing, found.distance) < std::pair(best->missing, best->distance)) {
        best = std::move(found);
      }
    }
  }
  return best ? best->runs : std::vector<std::optional<std::size_t>>(parts.size());
}

RunClock::RunClock(std::span<const BlockTime> blocks, const KernelRun& run) : m_begin(run.start), m_end(run.end) {
  const Extent extent = extentOf(blocks);
  m_offset = run.start - extent.begin + (run.end - run.start - (extent.end - extent.begin)) / 2;
}

std::int64_t RunClock::at(std::int64_t globalTime) const {
  return std::clamp(globalTime + m_offset, m_begin, m_end);
}

std::vector<MarkTime> marksOf(std::span<const unsigned long long> marks, std::span<const BlockTime> blocks,
                              const KernelRun& run) {
  const std::uint64_t warps = run.warpsOfBlock();
  const std::size_t each = kernline_blocks::marksOfWarp(static_cast<unsigned int>(marks.size()), run.blocks() * warps);
  std::vector<MarkTime> found;
  for (const BlockTime& block : blocks) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const std::span ofWarp = marks.subspan((block.block * warps + warp) * each, each);
      const std::size_t before = found.size();
      for (const unsigned long long mark : ofWarp) {
        if (mark == 0) {
          break;
        }
        const std::int64_t start = timeNear(mark >> smBits, block.start);
        if (found.size() > before) {
          found.back().end = start;
        }
        found.push_back({.start = start,
                         .end = std::max(start, block.end),
                         .block = block.block,
                         .warp = warp,
                         .phase = static_cast<std::uint32_t>(mark & 0xFFFFU)});
      }
    }
  }
  return found;
}

}  // namespace kernline::recorder
