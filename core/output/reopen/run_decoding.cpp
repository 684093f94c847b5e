// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/run_decoding.h"

#include "core/output/reopen/varint.h"

#include <algorithm>
#include <cstddef>

namespace kernline::parquet {

namespace {

constexpr unsigned byteBits = 8;
constexpr std::size_t inGroup = 8;

/// Unpacks as many as `to` has space for, from the lowest bit on.
void unpack(std::string_view bytes, unsigned bits, std::span<std::uint32_t> to) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::uint64_t waiting = 0;
  unsigned count = 0;
  const char* next = bytes.data();
  for (std::uint32_t& number : to) {
    for (; count < bits; count += byteBits) {
      waiting |= std::uint64_t{static_cast<unsigned char>(*next++)} << count;
    }
    number = static_cast<std::uint32_t>(waiting & mask);
    waiting >>= bits;
    count -= bits;
  }
}

}  // namespace

bool decodeRuns(std::string_view bytes, unsigned bits, std::span<std::uint32_t> numbers) {
  constexpr unsigned maxBits = 32;
  if (bits > maxBits) {
    return false;
  }
  while (!numbers.empty()) {
    const auto head = takeVarint(bytes);
    if (!head) {
      return false;
    }
    const std::uint64_t length = *head >> 1U;
    const bool isPacked = (*head & 1U) != 0;
    const std::uint64_t takes = isPacked ? bits : (bits + byteBits - 1) / byteBits;
    if (length == 0 || (isPacked && takes > 0 && length > bytes.size() / takes) ||
        (!isPacked && takes > bytes.size())) {
      return false;
    }
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(
        numbers.size(), isPacked ? std::min<std::uint64_t>(length, numbers.size()) * inGroup : length));
    if (isPacked) {
      unpack(bytes, bits, numbers.first(count));
      bytes.remove_prefix(static_cast<std::size_t>(length * takes));
    } else {
      std::uint32_t value = 0;
      for (unsigned i = 0; i < takes; ++i) {
        value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (byteBits * i);
      }
      std::ranges::fill(numbers.first(count), value);
      bytes.remove_prefix(static_cast<std::size_t>(takes));
    }
    numbers = numbers.subspan(count);
  }
  return true;
}

}  // namespace kernline::parquet
