// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/live_set.h"

#include "core/analysis/memory/relevant_frames.h"
#include "core/model/base/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <unordered_map>

namespace kernline {

namespace {

constexpr std::string_view olderName = Phrase::tr("allocated before the recording");
constexpr std::string_view unknownName = Phrase::tr("unknown origin");
constexpr std::string_view lostName = Phrase::tr("freed without a record");

/// "512 B to 1 KiB": the power of two below and above.
std::string sizeClass(unsigned power) {
  constexpr std::array<std::string_view, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  constexpr unsigned powersPerUnit = 10;
  const auto text = [&](unsigned of) {
    const unsigned unit = std::min<unsigned>(of / powersPerUnit, units.size() - 1);
    return fmt::format("{} {}", std::uint64_t{1} << (of - unit * powersPerUnit), units[unit]);
  };
  return fmt::format("{} to {}", text(power), text(power + 1));
}

/// A number that blocks of one group share.
std::uint64_t keyOf(const MemoryBlock& block, MemoryGrouping grouping) {
  switch (grouping) {
    case MemoryGrouping::Op:
      return index(block.op == StringId::empty ? block.place : block.op);
    case MemoryGrouping::Place:
      return index(block.place == StringId::empty ? block.op : block.place);
    case MemoryGrouping::Phase:
      return static_cast<std::uint64_t>(block.phase);
    case MemoryGrouping::Size:
      return static_cast<std::uint64_t>(
          std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(block.bytes, 1))));
    case MemoryGrouping::Stack:
      return static_cast<std::uint64_t>(block.stack);
    case MemoryGrouping::Count_:
      break;
  }
  return 0;
}

/// "more_data.py:46 <module> → torch::autograd::THPVariable_empty(…)": the innermost call that says something, behind
/// the user's line where it is none of Python.
std::string nameOfStack(const MemoryHistory& history, const MemoryBlock& block) {
  std::string call(history.text(relevantFrame(history, block.stack)));
  const bool isBelowPython = block.place != StringId::empty && !isPythonLine(call);
  return isBelowPython ? fmt::format("{} → {}", history.text(block.place), call) : call;
}

/// Returns the name; empty if unknown.
std::string nameOf(const MemoryHistory& history, const MemoryBlock& block, MemoryGrouping grouping) {
  const std::uint64_t key = keyOf(block, grouping);
  switch (grouping) {
    case MemoryGrouping::Op:
    case MemoryGrouping::Place:
      return std::string(history.text(static_cast<StringId>(key)));
    case MemoryGrouping::Phase:
      return block.phase == MemoryPhase::Unknown ? std::string{} : std::string(toText(block.phase));
    case MemoryGrouping::Size:
      return sizeClass(static_cast<unsigned>(key) - 1);
    case MemoryGrouping::Stack:
      return block.stack == StackId::none ? std::string{} : nameOfStack(history, block);
    case MemoryGrouping::Count_:
      break;
  }
  return {};
}

bool hasName(const MemoryBlock& block, MemoryGrouping grouping) {
  switch (grouping) {
    case MemoryGrouping::Op:
    case MemoryGrouping::Place:
      return block.op != StringId::empty || block.place != StringId::empty;
    case MemoryGrouping::Phase:
      return block.phase != MemoryPhase::Unknown;
    case MemoryGrouping::Stack:
      return block.stack != StackId::none;
    default:
      return true;
  }
}

/// Adds blocks up in groups.
class LiveGroups {
 public:
  LiveGroups(const MemoryHistory& history, const MemoryDevice& device, MemoryGrouping grouping)
      : m_history(history), m_device(device), m_grouping(grouping) {}

  void add(std::uint32_t number) {
    const MemoryBlock& block = m_device.blocks[number];
    LiveGroup& group = hasName(block, m_grouping) ? named(block, number) : unnamed(block.isOlder);
    group.bytes += block.bytes;
    ++group.count;
    m_sum += block.bytes;
    if (group.largestBlock == LiveGroup::noBlock || block.bytes > m_device.blocks[group.largestBlock].bytes) {
      group.largestBlock = number;
      group.stack = block.stack;
    }
  }

  /// Something of which no blocks are known.
  void add(const std::string& name, std::int64_t bytes) {
    if (bytes != 0) {
      m_groups.push_back({name, bytes, 0, StackId::none, LiveGroup::noBlock});
      m_sum += bytes;
    }
  }

  /// Makes the groups add up to what the curve says.
  [[nodiscard]] std::vector<LiveGroup> finish(std::int64_t total) {
    if (total > m_sum) {
      const bool knowsBlocks = !m_device.blocks.empty();  // otherwise it is unknown what is older
      unnamed(knowsBlocks).bytes += total - m_sum;
    } else if (total < m_sum) {
      m_groups.push_back({std::string(lostName), total - m_sum, 0, StackId::none, LiveGroup::noBlock});
    }
    std::ranges::stable_sort(m_groups, std::ranges::greater{}, &LiveGroup::bytes);
    return std::move(m_groups);
  }

 private:
  LiveGroup& named(const MemoryBlock& block, std::uint32_t number) {
    const auto [at, isNew] = m_known.try_emplace(keyOf(block, m_grouping), m_groups.size());
    if (isNew) {
      m_groups.push_back({nameOf(m_history, block, m_grouping), 0, 0, block.stack, number});
    }
    return m_groups[at->second];
  }

  LiveGroup& unnamed(bool isOlder) {
    const std::string_view name = isOlder ? olderName : unknownName;
    const auto found = std::ranges::find(m_groups, name, &LiveGroup::name);
    if (found != m_groups.end()) {
      return *found;
    }
    return m_groups.emplace_back(std::string(name), 0, 0, StackId::none, LiveGroup::noBlock);
  }

  const MemoryHistory& m_history;
  const MemoryDevice& m_device;
  MemoryGrouping m_grouping;
  std::vector<LiveGroup> m_groups;
  std::unordered_map<std::uint64_t, std::size_t> m_known;
  std::int64_t m_sum = 0;
};

void sortBySize(const MemoryDevice& device, std::vector<std::uint32_t>& blocks) {
  std::ranges::stable_sort(blocks, std::ranges::greater{},
                           [&](std::uint32_t block) { return device.blocks[block].bytes; });
}

template <typename Wanted>
std::vector<std::uint32_t> blocksThat(const MemoryDevice& device, Wanted wanted) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < device.blocks.size(); ++i) {
    if (wanted(device.blocks[i])) {
      found.push_back(i);
    }
  }
  sortBySize(device, found);
  return found;
}

}  // namespace

std::string_view toText(MemoryGrouping grouping) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(MemoryGrouping::Count_)> texts{
      "operator", "source line", "phase", "size", "call stack"};
  return texts[static_cast<std::size_t>(grouping)];
}

std::optional<double> LiveSet::share(const LiveGroup& group) const {
  return bytes > 0 && group.bytes >= 0 && group.bytes <= bytes
             ? std::optional(static_cast<double>(group.bytes) / static_cast<double>(bytes))
             : std::nullopt;
}

LiveSet liveSet(const MemoryHistory& history, const MemoryDevice& device, Time time, MemoryGrouping grouping,
                const std::stop_token& stop) {
  constexpr std::size_t between = 1 << 16;  // two looks at the stop token
  LiveGroups groups(history, device, grouping);
  for (std::uint32_t i = 0; i < device.blocks.size(); ++i) {
    if (i % between == 0 && stop.stop_requested()) {
      return {time, 0, {}};
    }
    if (device.blocks[i].isLiveAt(time)) {
      groups.add(i);
    }
  }
  const std::int64_t total = device.allocated.at(time).value_or(0);
  if (device.blocks.empty()) {
    for (const MemoryCategory& category : device.categories) {
      groups.add(category.name, category.curve.at(time).value_or(0));
    }
  }
  return {time, total, groups.finish(total)};
}

LiveSet groupedBlocks(const MemoryHistory& history, const MemoryDevice& device, std::span<const std::uint32_t> blocks,
                      MemoryGrouping grouping, const std::stop_token& stop) {
  constexpr std::size_t between = 1 << 16;  // two looks at the stop token
  LiveGroups groups(history, device, grouping);
  LiveSet set;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i % between == 0 && stop.stop_requested()) {
      return {};
    }
    groups.add(blocks[i]);
    set.bytes += device.blocks[blocks[i]].bytes;
  }
  set.groups = groups.finish(set.bytes);
  return set;
}

bool isOf(const LiveGroup& group, const MemoryDevice& device, const MemoryBlock& block, MemoryGrouping grouping) {
  if (group.largestBlock == LiveGroup::noBlock) {
    return false;
  }
  const MemoryBlock& one = device.blocks[group.largestBlock];
  return hasName(one, grouping) ? hasName(block, grouping) && keyOf(block, grouping) == keyOf(one, grouping)
                                : !hasName(block, grouping) && block.isOlder == one.isOlder;
}

std::uint64_t groupKey(const MemoryBlock& block, MemoryGrouping grouping) {
  return hasName(block, grouping) ? keyOf(block, grouping) + 1 : 0;
}

std::vector<std::uint32_t> blocksOf(const LiveGroup& group, const MemoryDevice& device,
                                    std::span<const std::uint32_t> blocks, MemoryGrouping grouping) {
  std::vector<std::uint32_t> found;
  std::ranges::copy_if(blocks, std::back_inserter(found),
                       [&](std::uint32_t number) { return isOf(group, device, device.blocks[number], grouping); });
  return found;
}

Time peakTime(const MemoryHistory& history, const MemoryDevice& device) {
  const std::optional<std::size_t> peak = device.allocated.peak();
  return peak ? device.allocated.times[*peak] : history.bounds.begin;
}

std::vector<std::uint32_t> liveBlocks(const MemoryDevice& device, Time time) {
  return blocksThat(device, [&](const MemoryBlock& block) { return block.isLiveAt(time); });
}

std::vector<std::uint32_t> leftBehind(const MemoryDevice& device, TimeRange range) {
  return blocksThat(device, [&](const MemoryBlock& block) {
    return !block.isOlder && range.contains(block.begin) && block.end > range.end;
  });
}

std::vector<std::uint32_t> neverFreed(const MemoryDevice& device) {
  return blocksThat(device, [](const MemoryBlock& block) { return !block.isOlder && block.end == MemoryBlock::never; });
}

}  // namespace kernline
