// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/occupancy.h"

#include "core/model/trace/resident_blocks.h"

#include <algorithm>

namespace kernline {

std::optional<double> occupancy(std::uint32_t computeMajor, std::uint32_t computeMinor, const LaunchNeeds& needs) {
  const auto blocks = residentBlocks(computeMajor, computeMinor, needs);
  if (!blocks || !(needs.blocksPerSm > 0)) {
    return std::nullopt;
  }
  const double held = std::min(static_cast<double>(blocks->fitting()), needs.blocksPerSm);
  return std::min(1.0, held * static_cast<double>(needs.threads) / static_cast<double>(blocks->maxWarps * warpThreads));
}

}  // namespace kernline
