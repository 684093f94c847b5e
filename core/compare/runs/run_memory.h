// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// The most memory of one device that a run held at once, in bytes.
struct RunMemory {
  std::int64_t peakAllocated = 0;
  std::int64_t peakReserved = 0;  ///< 0 if not in the recording
  /// Memory alive at the peak, by the operator that requested it; adds up to `peakAllocated`. Largest first.
  std::vector<std::pair<std::string, std::int64_t>> atPeak;
};

/// A part of the change of the peak: what one operator's blocks held then, in bytes.
struct MemoryPart {
  std::string op;
  std::int64_t base = 0;
  std::int64_t other = 0;
  std::size_t rest = 0;  ///< number of smaller parts this one sums up, for people; 0 if it is one part
  [[nodiscard]] std::int64_t delta() const { return other - base; }
};

/// Returns the memory of `device` by its `[memory]` records; std::nullopt if the trace has none.
[[nodiscard]] std::optional<RunMemory> runMemory(const Trace& trace, const DeviceTracks& device);

/// Returns the parts by absolute delta; all deltas add up to the change of `peakAllocated`.
[[nodiscard]] std::vector<MemoryPart> memoryParts(const RunMemory& base, const RunMemory& other);

}  // namespace kernline
