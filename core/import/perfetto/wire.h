// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/protobuf/message_walk.h"

#include <cstdint>

namespace kernline::perfetto {

// Numbers of the fields that are read, as Perfetto's protos/perfetto/trace and, for what PyTorch adds,
// torch/csrc/profiler/cupti/monitor_pftrace.cpp have them. Each with its wire type: a field of another type than in its
// message is skipped like one that is not known.

using protobuf::bytes;
using protobuf::fixed64;
using protobuf::varint;

/// Throws protobuf::DamagedMessage: a packet is taken as a whole or not at all.
using Message = protobuf::StrictWalk;

/// Fields of TracePacket: one of these is the subject of a packet. Those below `firstField` are additional.
namespace packet {
inline constexpr std::uint32_t ftrace = 1;
inline constexpr std::uint32_t clockSnapshot = 6;
inline constexpr std::uint32_t timestamp = 8;
inline constexpr std::uint32_t sequence = 10;
inline constexpr std::uint32_t trackEvent = 11;
inline constexpr std::uint32_t interned = 12;
inline constexpr std::uint32_t flags = 13;
inline constexpr std::uint32_t traceStats = 35;
inline constexpr std::uint32_t stateCleared = 41;
inline constexpr std::uint32_t previousDropped = 42;
inline constexpr std::uint32_t threadDescriptor = 44;
inline constexpr std::uint32_t deflated = 50;
inline constexpr std::uint32_t gpuCounter = 52;
inline constexpr std::uint32_t renderStage = 53;
inline constexpr std::uint32_t clockId = 58;
inline constexpr std::uint32_t defaults = 59;
inline constexpr std::uint32_t trackDescriptor = 60;
inline constexpr std::uint32_t gpuMemory = 71;
inline constexpr std::uint32_t zstd = 133;
}  // namespace packet

/// A bit of `sequence_flags`.
inline constexpr std::uint32_t clearsState = 1;

/// Values of BuiltinClock.
namespace builtin_clock {
inline constexpr std::uint32_t realtime = 1;
inline constexpr std::uint32_t boottime = 6;
inline constexpr std::uint32_t firstOfSequence = 64;  ///< up to `lastOfSequence` a clock is one sequence's own
inline constexpr std::uint32_t lastOfSequence = 127;
}  // namespace builtin_clock

/// Values of TrackEvent.Type.
enum class EventType : std::uint8_t { Unspecified, Begin, End, Instant, Counter };

}  // namespace kernline::perfetto
