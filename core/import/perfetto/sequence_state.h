// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/clocks.h"
#include "core/import/perfetto/packet_head.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kernline::perfetto {

/// State from earlier packets of a sequence that later ones may leave out.
struct SequenceState {
  std::uint64_t generation = 0;  ///< generation of its interned texts; see `generationOf`
  bool hasTrack = false;
  std::uint64_t track = 0;                 ///< track of events that name none
  std::uint32_t clock = 0;                 ///< clock of packets that name none; 0 for BOOTTIME
  std::vector<std::uint64_t> extraTracks;  ///< tracks of extra counter values that name none
  std::vector<std::uint64_t> extraDoubleTracks;
  std::vector<SequenceClock> clocks;
};

/// Interned texts hold until the sequence's state is cleared; they are numbered by the packet that did that last, or
/// by the sequence where none did.
[[nodiscard]] constexpr std::uint64_t generationOf(std::uint32_t sequence) {
  return std::uint64_t{1} << 63U | sequence;
}
[[nodiscard]] constexpr std::uint64_t generationSince(std::uint64_t offset) {
  return offset + 1;
}

/// Takes what a packet changes for those after it, its interned data and its time apart. Throws
/// protobuf::DamagedMessage.
void applyToSequence(const PacketHead& head, std::uint64_t offset, SequenceState& state);
/// Applies a snapshot's clocks of the sequence.
void applyToSequence(const ClockSnapshot& snapshot, SequenceState& state);

/// Returns the time of a packet on the trace's clock; clocks of the sequence move on. nullopt if its clock is unknown.
[[nodiscard]] std::optional<std::int64_t> packetTime(const PacketHead& head, SequenceState& state,
                                                     const Clocks& clocks);

}  // namespace kernline::perfetto
