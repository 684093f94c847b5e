// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/types.hpp>

#include <cstdint>
#include <string_view>

namespace kernline::perfetto {

// Numbers of the fields that are read, as Perfetto's protos/perfetto/trace and, for what PyTorch adds,
// torch/csrc/profiler/cupti/monitor_pftrace.cpp have them. Each with its wire type: a field of another type than its
// message says is skipped like one that is not known.

using Message = protozero::pbf_reader;

[[nodiscard]] constexpr std::uint32_t varint(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
[[nodiscard]] constexpr std::uint32_t bytes(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}
[[nodiscard]] constexpr std::uint32_t fixed64(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}

[[nodiscard]] inline std::string_view textOf(Message& message) {
  const auto view = message.get_view();
  return {view.data(), view.size()};
}
[[nodiscard]] inline Message messageOf(std::string_view bytes) {
  return Message(bytes.data(), bytes.size());
}

/// Of TracePacket: one of these is what a packet is about. Those below `firstField` stand beside it.
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

/// Of `sequence_flags`.
inline constexpr std::uint32_t clearsState = 1;

/// Of BuiltinClock.
namespace builtin_clock {
inline constexpr std::uint32_t realtime = 1;
inline constexpr std::uint32_t boottime = 6;
inline constexpr std::uint32_t firstOfSequence = 64;  ///< up to `lastOfSequence` a clock is one sequence's own
inline constexpr std::uint32_t lastOfSequence = 127;
}  // namespace builtin_clock

/// Of TrackEvent.Type.
enum class EventType : std::uint8_t { Unspecified, Begin, End, Instant, Counter };

}  // namespace kernline::perfetto
