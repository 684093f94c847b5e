// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace kernline {

/// Strong 32-bit indices. `none` is the absent value of each; `index()` turns one into an array index.
enum class StringId : std::uint32_t { empty = 0, none = std::numeric_limits<std::uint32_t>::max() };
enum class SpanId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class LaneId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class TrackId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class ProcessId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class CounterId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class CategoryId : std::uint16_t { none = std::numeric_limits<std::uint16_t>::max() };

template <typename Id>
constexpr std::size_t index(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace kernline
