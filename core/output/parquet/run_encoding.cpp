// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/run_encoding.h"

#include "core/output/parquet/bit_packing.h"
#include "core/output/parquet/compact_thrift.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace kernline::parquet {

namespace {

constexpr std::size_t groupSize = 8;

/// Whole groups of eight; the last one is filled up with zeros.
void appendPacked(std::string& bytes, std::span<const std::uint32_t> numbers, unsigned bits) {
  const std::size_t groups = (numbers.size() + groupSize - 1) / groupSize;
  appendVarint(bytes, std::uint64_t{groups} << 1U | 1U);
  const std::size_t end = bytes.size() + groups * bits;
  appendBits(bytes, numbers, bits);
  bytes.resize(end, '\0');
}

}  // namespace

unsigned bitWidth(std::uint32_t maximum) {
  return static_cast<unsigned>(std::bit_width(maximum));
}

void appendRun(std::string& bytes, std::size_t length, std::uint32_t value, unsigned bits) {
  appendVarint(bytes, std::uint64_t{length} << 1U);
  for (unsigned shift = 0; shift < bits; shift += 8) {
    bytes.push_back(static_cast<char>(value >> shift));
  }
}

void appendRuns(std::string& bytes, std::span<const std::uint32_t> numbers, unsigned bits) {
  std::size_t packedFrom = 0;
  const auto flush = [&](std::size_t end) {
    if (packedFrom < end) {
      appendPacked(bytes, numbers.subspan(packedFrom, end - packedFrom), bits);
    }
  };
  std::size_t at = 0;
  while (at < numbers.size()) {
    const auto rest = numbers.subspan(at);
    const auto other = std::ranges::find_if(rest, [&](std::uint32_t number) { return number != rest.front(); });
    const auto same = static_cast<std::size_t>(other - rest.begin());
    if (same >= groupSize) {
      flush(at);
      appendRun(bytes, same, rest.front(), bits);
      at += same;
      packedFrom = at;
    } else {
      at = std::min(at + groupSize, numbers.size());
    }
  }
  flush(numbers.size());
}

}  // namespace kernline::parquet
