// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Memory that a failed allocation could have used. All in bytes.
struct FailedAllocation {
  std::int64_t requested = 0;
  std::int64_t deviceFree = 0;  ///< left on the device
  /// Free blocks inside segments, and the largest of them. Known only for a failure after which no block was allocated
  /// or freed: the file has the blocks of the end alone.
  std::optional<std::int64_t> segmentFree = {};
  std::optional<std::int64_t> largestFree = {};

  /// True if enough was free in all, but not in one piece; nullopt if unknown.
  [[nodiscard]] std::optional<bool> isFragmentation() const;
};

[[nodiscard]] FailedAllocation failedAllocation(const MemoryDevice& device, const OutOfMemory& failure);

/// Returns how much was free and whether fragmentation is to blame, in a sentence or two; empty where that is unknown.
[[nodiscard]] Message verdictOn(const FailedAllocation& failed);

}  // namespace kernline
