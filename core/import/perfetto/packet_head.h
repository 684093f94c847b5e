// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::perfetto {

/// Head of a packet: its own fields, and its subject.
struct PacketHead {
  std::uint64_t timestamp = 0;
  std::uint32_t sequence = 0;
  std::uint32_t clock = 0;  ///< 0 for the clock of the sequence's defaults
  bool hasTimestamp = false;
  bool clearsState = false;
  bool lostPackets = false;   ///< packets before it on its sequence
  std::uint32_t field = 0;    ///< field of TracePacket; 0 if none
  std::string_view payload;   ///< content of `field`
  std::string_view interned;  ///< InternedData
  std::string_view defaults;  ///< TracePacketDefaults
};

/// False if it is no message.
[[nodiscard]] bool readHead(std::string_view packet, PacketHead& head);

/// Returns true if packets of this field are about the recording itself: configuration, statistics.
[[nodiscard]] bool isAboutRecording(std::uint32_t field);

/// Returns Perfetto's name of a field that is not shown: "ftrace_events"; "field 77" for others.
[[nodiscard]] std::string_view nameOfField(std::uint32_t field);

/// Text in reports for data that was lost before it reached the file.
inline constexpr std::string_view lostPacketsText = "packets lost while recording";

/// Kind of the next bytes of a trace.
enum class Frame : std::uint8_t {
  Packet,
  Other,      ///< a field next to the packets
  NeedsMore,  ///< it goes on after the bytes at hand
  Broken,     ///< no field of a trace
  End,        ///< no bytes are left
};

/// No packet is larger; a larger size is damage.
inline constexpr std::uint64_t maxPacketBytes = std::uint64_t{64} << 20;

/// Moves `p` past the field that begins there; `packet` is its inside. `p` stays where there is no whole field.
[[nodiscard]] Frame nextFrame(const char*& p, const char* end, std::string_view& packet);

/// The number of bytes after a place in which packets must follow each other.
inline constexpr std::size_t packetsReach = std::size_t{64} << 10;
/// The first place from `p` on and before `stop` where several packets follow each other; `stop` if there is none.
/// There are bytes up to `end`.
[[nodiscard]] const char* findPackets(const char* p, const char* stop, const char* end);

/// Whether a file that begins like this is a Perfetto trace. Content decides: most packets must be messages whose
/// fields have TracePacket's types, with fields that other formats of this shape (XPlane) do not have.
[[nodiscard]] bool isPerfettoTrace(std::string_view head);

}  // namespace kernline::perfetto
