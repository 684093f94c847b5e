// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/live_set.h"
#include "ui/kit/charts/timeline_palette.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Colors of a device's blocks: blocks of one group share one, and a name has the same in every file.
struct BlockColors {
  static constexpr std::uint16_t unnamed = 256;  ///< its group is unknown
  static constexpr std::uint16_t older = 257;    ///< unknown, for it was allocated before the recording

  MemoryGrouping grouping = MemoryGrouping::Op;
  std::vector<std::uint16_t> shades;  ///< shade of each block by index: below 256, or one of the above

  [[nodiscard]] QRgb of(std::uint32_t block, const TimelinePalette& palette) const;
};

/// Small blocks together, and those without a name.
[[nodiscard]] QRgb quietColor(const TimelinePalette& palette);

/// Linear in the blocks of the device.
[[nodiscard]] std::shared_ptr<const BlockColors> makeBlockColors(const MemoryHistory& history,
                                                                 const MemoryDevice& device, MemoryGrouping grouping,
                                                                 const std::stop_token& stop);

}  // namespace kernline::ui
