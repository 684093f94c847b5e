// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/sequence_state.h"

#include "core/import/perfetto/wire.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

/// TrackEventDefaults.
void readEventDefaults(Message message, SequenceState& state) {
  const auto addTracks = [&](std::vector<std::uint64_t>& tracks) {
    if (message.wire_type() == protozero::pbf_wire_type::varint) {
      tracks.push_back(message.get_uint64());
      return;
    }
    for (const std::uint64_t track : message.get_packed_uint64()) {
      tracks.push_back(track);
    }
  };
  while (message.next()) {
    switch (message.tag_and_type()) {
      case varint(11):
        state.track = message.get_uint64();
        state.hasTrack = true;
        break;
      case varint(31):
      case bytes(31):
        addTracks(state.extraTracks);
        break;
      case varint(45):
      case bytes(45):
        addTracks(state.extraDoubleTracks);
        break;
      default:
        message.skip();
    }
  }
}

/// TracePacketDefaults: those given last replace all before.
void readDefaults(std::string_view payload, SequenceState& state) {
  state.hasTrack = false;
  state.clock = 0;
  state.extraTracks.clear();
  state.extraDoubleTracks.clear();
  for (Message message = messageOf(payload); message.next();) {
    switch (message.tag_and_type()) {
      case varint(packet::clockId):
        state.clock = message.get_uint32();
        break;
      case bytes(packet::trackEvent):
        readEventDefaults(messageOf(textOf(message)), state);
        break;
      default:
        message.skip();
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
