// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::perfetto {

/// The place of packets that were stored compressed inside another packet: offsets of events in them are of this form.
struct PackedPlace {
  static constexpr std::uint64_t mark = std::uint64_t{1} << 62U;
  std::uint32_t number = 0;  ///< number of the compressed packet in the file
  std::uint32_t offset = 0;  ///< offset in its unpacked bytes
};
[[nodiscard]] constexpr std::uint64_t offsetOf(PackedPlace place) {
  return PackedPlace::mark | std::uint64_t{place.number} << 32U | place.offset;
}
[[nodiscard]] constexpr std::optional<PackedPlace> packedPlace(std::uint64_t offset) {
  if ((offset & PackedPlace::mark) == 0) {
    return std::nullopt;
  }
  return PackedPlace{static_cast<std::uint32_t>((offset & ~PackedPlace::mark) >> 32U),
                     static_cast<std::uint32_t>(offset)};
}

/// Place of the compressed bytes of such a packet.
struct PackedBytes {
  std::uint64_t offset = 0;  ///< offset in the file's text
  std::uint32_t size = 0;
  std::uint32_t field = 0;  ///< field of TracePacket: gives the compression
};

/// No compressed packet may unpack to more.
inline constexpr std::size_t maxUnpackedBytes = std::size_t{256} << 20;

/// Unpacks a payload of `compressed_packets` (zlib) or its zstd sibling, as far as possible; `isWhole` is true if that
/// is all.
[[nodiscard]] std::string unpackPackets(std::string_view payload, std::uint32_t field, bool& isWhole);

}  // namespace kernline::perfetto
