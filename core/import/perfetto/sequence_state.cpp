// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/sequence_state.h"

#include "core/import/perfetto/event_fields.h"
#include "core/import/perfetto/wire.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

/// TrackEventDefaults.
void readEventDefaults(Message message, SequenceState& state) {
  while (message.next()) {
    switch (message.tag()) {
      case varint(11):
        state.track = message.number();
        state.hasTrack = true;
        break;
      case varint(31):
      case bytes(31):
        addNumbers(message, state.extraTracks);
        break;
      case varint(45):
      case bytes(45):
        addNumbers(message, state.extraDoubleTracks);
        break;
      default:
        break;
    }
  }
}

/// TracePacketDefaults: those given last replace all before.
void readDefaults(std::string_view payload, SequenceState& state) {
  state.hasTrack = false;
  state.clock = 0;
  state.extraTracks.clear();
  state.extraDoubleTracks.clear();
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case varint(packet::clockId):
        state.clock = message.number32();
        break;
      case bytes(packet::trackEvent):
        readEventDefaults(Message{message.bytes()}, state);
        break;
      default:
        break;
    }
  }
}

}  // namespace

void applyToSequence(const PacketHead& head, std::uint64_t offset, SequenceState& state) {
  if (state.generation == 0) {
    state.generation = generationOf(head.sequence);
  }
  if (head.clearsState) {
    state.generation = generationSince(offset);
    state.hasTrack = false;
    state.clock = 0;
    state.extraTracks.clear();
    state.extraDoubleTracks.clear();
  }
  if (head.defaults.data() != nullptr) {
    readDefaults(head.defaults, state);
  }
}

void applyToSequence(const ClockSnapshot& snapshot, SequenceState& state) {
  for (const ClockReading& reading : snapshot.readings) {
    if (reading.id >= builtin_clock::firstOfSequence && reading.id <= builtin_clock::lastOfSequence) {
      const auto known = std::ranges::find(state.clocks, reading.id, &SequenceClock::id);
      SequenceClock& clock = known != state.clocks.end() ? *known : state.clocks.emplace_back();
      clock = {reading.id, reading.isIncremental, reading.multiplier, reading.value};
    }
  }
}

std::optional<std::int64_t> packetTime(const PacketHead& head, SequenceState& state, const Clocks& clocks) {
  const std::uint32_t named = head.clock != 0 ? head.clock : state.clock;
  const std::uint32_t clock = named != 0 ? named : builtin_clock::boottime;
  auto value = static_cast<std::int64_t>(head.timestamp);
  if (clock >= builtin_clock::firstOfSequence && clock <= builtin_clock::lastOfSequence) {
    const auto own = std::ranges::find(state.clocks, clock, &SequenceClock::id);
    if (own == state.clocks.end()) {
      return std::nullopt;
    }
    if (own->isIncremental) {
      own->now = static_cast<std::int64_t>(static_cast<std::uint64_t>(own->now) + head.timestamp);
      value = own->now;
    }
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(own->multiplier));
  }
  return clocks.traceTime(clock, head.sequence, value);
}

}  // namespace kernline::perfetto
