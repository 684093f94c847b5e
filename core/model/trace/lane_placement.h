// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kernline {

/// The lane of each span of one track, by position.
struct LanePlacement {
  std::vector<std::uint32_t> lane;         ///< lane of the i-th span
  std::vector<std::uint32_t> laneSize;     ///< spans on each lane
  std::vector<std::uint32_t> overlapping;  ///< positions of spans that partly overlap one above them
};

/// Puts the spans of one track on lanes so that on no lane two of them overlap: a nested span goes below the one
/// that contains it, a partly overlapping one to the next free lane. `ranges` must be sorted by start ascending,
/// then end descending. Cost: linear where spans nest, n log n where they do not.
[[nodiscard]] LanePlacement placeOnLanes(std::span<const TimeRange> ranges);

}  // namespace kernline
