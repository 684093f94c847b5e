// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/delta_encoding.h"

#include "core/output/parquet/bit_packing.h"
#include "core/output/parquet/compact_thrift.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

namespace kernline::parquet {

namespace {

using Part = std::span<std::uint64_t, deltaPart>;

/// Numbers of `bits` bits each. Neighbours are joined to one number of twice as many bits for as long as that fits a
/// word, all of them at once, so that few are left to be put one behind the other.
void appendPart(std::string& bytes, Part numbers, unsigned bits) {
  constexpr unsigned halfWord = 32;
  std::size_t count = bits == 0 ? 0 : numbers.size();
  for (; count > 1 && bits <= halfWord; bits *= 2) {
    count /= 2;
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = numbers[2 * i] | numbers[2 * i + 1] << bits;
    }
  }
  appendBits(bytes, std::span<const std::uint64_t>(numbers.first(count)), bits);
}

/// Appends up to a block of numbers behind `before`. Differences wrap around, as the format defines.
void appendBlock(std::string& bytes, std::int64_t before, std::span<const std::int64_t> numbers) {
  std::array<std::uint64_t, deltaBlock> deltas;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    deltas[i] = static_cast<std::uint64_t>(numbers[i]) - static_cast<std::uint64_t>(before);
    least = std::min(least, static_cast<std::int64_t>(deltas[i]));
    before = numbers[i];
  }
  std::fill(deltas.begin() + static_cast<std::ptrdiff_t>(numbers.size()), deltas.end(),
            static_cast<std::uint64_t>(least));
  appendZigzag(bytes, least);
  const std::size_t widths = bytes.size();
  bytes.resize(widths + deltaPartsOfBlock, '\0');
  for (std::size_t part = 0; part * deltaPart < numbers.size(); ++part) {
    const Part values(deltas.data() + part * deltaPart, deltaPart);
    std::uint64_t all = 0;
    for (std::uint64_t& value : values) {
      value -= static_cast<std::uint64_t>(least);
      all |= value;
    }
    const auto bits = static_cast<unsigned>(std::bit_width(all));
    bytes[widths + part] = static_cast<char>(bits);
    appendPart(bytes, values, bits);
  }
}

}  // namespace

void appendDeltas(std::string& bytes, std::span<const std::int64_t> numbers) {
  bytes.reserve(bytes.size() + numbers.size_bytes());
  appendVarint(bytes, deltaBlock);
  appendVarint(bytes, deltaPartsOfBlock);
  appendVarint(bytes, numbers.size());
  appendZigzag(bytes, numbers.empty() ? 0 : numbers.front());
  for (std::size_t at = 1; at < numbers.size(); at += deltaBlock) {
    appendBlock(bytes, numbers[at - 1], numbers.subspan(at, std::min(deltaBlock, numbers.size() - at)));
  }
}

}  // namespace kernline::parquet
