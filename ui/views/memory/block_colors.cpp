// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/block_colors.h"

#include "core/analysis/query/span_tone.h"
#include "ui/kit/charts/oklch.h"

#include <array>
#include <string>
#include <unordered_map>

namespace kernline::ui {
namespace {

/// Returns a name for a group of `groupKey` that is the same in every file.
std::string steadyName(const MemoryHistory& history, const MemoryBlock& block, MemoryGrouping grouping,
                       std::uint64_t key) {
  switch (grouping) {
    case MemoryGrouping::Op:
    case MemoryGrouping::Place:
      return std::string(history.text(static_cast<StringId>(key - 1)));
    case MemoryGrouping::Stack: {
      std::string calls;
      for (const StringId call : history.stacks.calls(block.stack)) {
        calls += history.text(call);
        calls += '\n';
      }
      return calls;
    }
    default:
      return std::to_string(key);
  }
}

/// Phases are few, and people know them by their colors elsewhere: far apart instead of by chance.
std::uint16_t shadeOfPhase(MemoryPhase phase) {
  constexpr std::array<std::uint16_t, 4> shades{BlockColors::unnamed, 0xeb, 0xe1, 0xe6};
  return shades[static_cast<std::size_t>(phase)];
}

}  // namespace

QRgb quietColor(const TimelinePalette& palette) {
  return mixed(palette.dimText, palette.lane, 140);
}

QRgb BlockColors::of(std::uint32_t block, const TimelinePalette& palette) const {
  const std::uint16_t shade = shades[block];
  if (shade == unnamed) {
    return quietColor(palette);
  }
  constexpr unsigned share = 60;
  return shade == older ? mixed(palette.dimText, palette.lane, share)
                        : palette.bar({SpanKind::Other, static_cast<std::uint8_t>(shade)});
}

std::shared_ptr<const BlockColors> makeBlockColors(const MemoryHistory& history, const MemoryDevice& device,
                                                   MemoryGrouping grouping, const std::stop_token& stop) {
  auto colors = std::make_shared<BlockColors>();
  colors->grouping = grouping;
  colors->shades.reserve(device.blocks.size());
  std::unordered_map<std::uint64_t, std::uint16_t> known;
  constexpr std::size_t between = 1 << 16;  // two looks at the stop token
  for (const MemoryBlock& block : device.blocks) {
    if (colors->shades.size() % between == 0 && stop.stop_requested()) {
      return nullptr;
    }
    const std::uint64_t key = groupKey(block, grouping);
    const auto [at, isNew] = known.try_emplace(key, BlockColors::unnamed);
    if (isNew && key != 0) {
      at->second = grouping == MemoryGrouping::Phase ? shadeOfPhase(block.phase)
                                                     : SpanTones::shadeOf(steadyName(history, block, grouping, key));
    }
    colors->shades.push_back(key == 0 && block.isOlder ? BlockColors::older : at->second);
  }
  return colors;
}

}  // namespace kernline::ui
