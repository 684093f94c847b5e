// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/delta_decoding.h"

#include "core/output/parquet/delta_encoding.h"
#include "core/output/reopen/varint.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

namespace kernline::parquet {

namespace {

constexpr unsigned bitsOfWord = 64;
constexpr unsigned bitsOfByte = 8;

/// Numbers of up to 64 bits, side by side from the lowest bit on; `bytes` has all of a part.
class BitReader {
 public:
  BitReader(std::string_view bytes, unsigned bits)
      : m_bytes(bytes), m_bits(bits), m_mask(bits == bitsOfWord ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) {}

  std::uint64_t next() {
    const std::size_t byte = m_at / bitsOfByte;
    const auto shift = static_cast<unsigned>(m_at % bitsOfByte);
    m_at += m_bits;
    std::uint64_t word = loaded(byte) >> shift;
    if (shift + m_bits > bitsOfWord) {
      word |= loaded(byte + sizeof(word)) << (bitsOfWord - shift);
    }
    return word & m_mask;
  }

 private:
  /// Bytes behind the end are 0.
  [[nodiscard]] std::uint64_t loaded(std::size_t from) const {
    std::uint64_t word = 0;
    std::memcpy(&word, m_bytes.data() + from, std::min(sizeof(word), m_bytes.size() - from));
    return word;
  }

  std::string_view m_bytes;
  unsigned m_bits;
  std::uint64_t m_mask;
  std::size_t m_at = 0;
};

class DeltaReader {
 public:
  explicit DeltaReader(std::string_view bytes) : m_bytes(bytes) {}

  bool read(std::span<std::int64_t> numbers) {
    const auto block = takeVarint(m_bytes);
    const auto parts = takeVarint(m_bytes);
    const auto count = takeVarint(m_bytes);
    const auto first = takeZigzag(m_bytes);
    if (block != deltaBlock || parts != deltaPartsOfBlock || count != numbers.size() || !first) {
      return false;
    }
    if (numbers.empty()) {
      return true;
    }
    numbers.front() = *first;
    m_last = static_cast<std::uint64_t>(*first);
    for (auto left = numbers.subspan(1); !left.empty(); left = left.subspan(std::min(deltaBlock, left.size()))) {
      if (!readBlock(left.first(std::min(deltaBlock, left.size())))) {
        return false;
      }
    }
    return true;
  }

 private:
  bool readBlock(std::span<std::int64_t> numbers) {
    const auto least = takeZigzag(m_bytes);
    if (!least || m_bytes.size() < deltaPartsOfBlock) {
      return false;
    }
    const std::string_view widths = m_bytes.substr(0, deltaPartsOfBlock);
    m_bytes.remove_prefix(deltaPartsOfBlock);
    for (std::size_t part = 0; part * deltaPart < numbers.size(); ++part) {
      const auto bits = static_cast<unsigned char>(widths[part]);
      const std::size_t size = deltaPart / bitsOfByte * bits;
      if (bits > bitsOfWord || size > m_bytes.size()) {
        return false;
      }
      const auto values = numbers.subspan(part * deltaPart);
      readPart(values.first(std::min(deltaPart, values.size())), static_cast<std::uint64_t>(*least), bits);
      m_bytes.remove_prefix(size);
    }
    return true;
  }

  /// Sums wrap around, as the format has it.
  void readPart(std::span<std::int64_t> numbers, std::uint64_t least, unsigned bits) {
    BitReader from(m_bytes.substr(0, deltaPart / bitsOfByte * bits), bits);
    for (std::int64_t& number : numbers) {
      m_last += least + (bits == 0 ? 0 : from.next());
      number = static_cast<std::int64_t>(m_last);
    }
  }

  std::string_view m_bytes;
  std::uint64_t m_last = 0;
};

}  // namespace

bool decodeDeltas(std::string_view bytes, std::span<std::int64_t> numbers) {
  return DeltaReader(bytes).read(numbers);
}

}  // namespace kernline::parquet
