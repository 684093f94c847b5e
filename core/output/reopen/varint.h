// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::parquet {

/// Takes a number that `appendVarint` wrote from the front of `bytes`; std::nullopt if it is truncated or too long.
[[nodiscard]] inline std::optional<std::uint64_t> takeVarint(std::string_view& bytes) {
  constexpr unsigned numberBits = 64;
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < numberBits && !bytes.empty(); shift += 7) {
    const auto next = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= std::uint64_t{next & 0x7fU} << shift;
    if (next < 0x80U) {
      return number;
    }
  }
  return std::nullopt;
}

/// Takes a number that `appendZigzag` wrote.
[[nodiscard]] inline std::optional<std::int64_t> takeZigzag(std::string_view& bytes) {
  const auto number = takeVarint(bytes);
  return number ? std::optional(static_cast<std::int64_t>(*number >> 1U ^ (~(*number & 1U) + 1))) : std::nullopt;
}

}  // namespace kernline::parquet
