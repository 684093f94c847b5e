// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Numbers of the fields that are read, by the messages of tsl/profiler/protobuf/xplane.proto.
namespace kernline::xplane {

/// Fields of XSpace.
namespace space {
inline constexpr std::uint32_t planes = 1;
inline constexpr std::uint32_t errors = 2;
inline constexpr std::uint32_t warnings = 3;
inline constexpr std::uint32_t hostnames = 4;
}  // namespace space

/// Fields of XPlane; its metadata are maps by id.
namespace plane_field {
inline constexpr std::uint32_t id = 1;
inline constexpr std::uint32_t name = 2;
inline constexpr std::uint32_t lines = 3;
inline constexpr std::uint32_t eventMetadata = 4;
inline constexpr std::uint32_t statMetadata = 5;
inline constexpr std::uint32_t stats = 6;
}  // namespace plane_field

/// Fields of an entry of a map.
namespace map_entry {
inline constexpr std::uint32_t key = 1;
inline constexpr std::uint32_t value = 2;
}  // namespace map_entry

/// Fields of XLine.
namespace line_field {
inline constexpr std::uint32_t id = 1;
inline constexpr std::uint32_t name = 2;
inline constexpr std::uint32_t timestampNs = 3;
inline constexpr std::uint32_t events = 4;
inline constexpr std::uint32_t displayName = 11;
}  // namespace line_field

/// Fields of XEventMetadata.
namespace event_metadata {
inline constexpr std::uint32_t name = 2;
inline constexpr std::uint32_t displayName = 4;
inline constexpr std::uint32_t stats = 5;
}  // namespace event_metadata

/// A field of XStatMetadata.
namespace stat_metadata {
inline constexpr std::uint32_t name = 2;
}  // namespace stat_metadata

/// A field of XStat; the others are its value, by type.
namespace stat_field {
inline constexpr std::uint32_t metadataId = 1;
}  // namespace stat_field

}  // namespace kernline::xplane
