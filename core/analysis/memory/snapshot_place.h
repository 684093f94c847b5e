// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/base/time.h"
#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <expected>
#include <string_view>

namespace kernline {

/// The place of a snapshot of the same process on a trace's time axis.
struct SnapshotPlace {
  Duration later;            ///< offset from a time of the snapshot to that of the trace
  std::size_t compared = 0;  ///< allocations in the trace while the snapshot recorded
  /// Number of these that the snapshot has too: same address and size, time within a millisecond.
  std::size_t agreeing = 0;
};

/// Places a snapshot by the time since 1970 that both have. If both list allocations by address, at least half of them
/// have to agree, else they are of two processes; a trace without any has only the time. The error is one sentence.
[[nodiscard]] std::expected<SnapshotPlace, Message> placeOn(const Trace& trace, const MemoryHistory& snapshot);

/// Returns a text on the snapshot of that name: that it is drawn and why, or why not.
[[nodiscard]] Message placeText(std::string_view name, const std::expected<SnapshotPlace, Message>& place);

/// Adds the devices of a snapshot to what is known of a trace's memory, at `later` on its clock and with the name in
/// their titles. O(blocks + changes).
void addSnapshot(MemoryHistory& history, const MemoryHistory& snapshot, Duration later, std::string_view name);

}  // namespace kernline
