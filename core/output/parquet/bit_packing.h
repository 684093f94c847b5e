// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace kernline::parquet {

/// Appends numbers of `bits` bits each, side by side from the lowest bit on, the last byte filled up with zeros. Bits
/// of a number beyond these must be 0.
template <typename Number>
void appendBits(std::string& bytes, std::span<const Number> numbers, unsigned bits) {
  constexpr unsigned wordBits = 64;
  constexpr std::size_t byteBits = 8;
  const std::size_t before = bytes.size();
  bytes.resize(before + (numbers.size() * bits + byteBits - 1) / byteBits);
  char* to = bytes.data() + before;
  std::uint64_t waiting = 0;
  unsigned count = 0;
  for (const Number number : numbers) {
    waiting |= std::uint64_t{number} << count;
    count += bits;
    if (count >= wordBits) {
      std::memcpy(to, &waiting, sizeof(waiting));
      to += sizeof(waiting);
      count -= wordBits;
      waiting = count == 0 ? 0 : std::uint64_t{number} >> (bits - count);
    }
  }
  std::memcpy(to, &waiting, (count + byteBits - 1) / byteBits);
}

}  // namespace kernline::parquet
