// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_bytes.h"

#include "core/import/protobuf/message_walk.h"
#include "core/output/parquet/compact_thrift.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <utility>

namespace kernline::packed {

namespace {

enum class Way : std::uint8_t { Varints, Bits };

constexpr int level = 9;                            // higher levels save little
constexpr std::uint64_t maxUnpackedOfByte = 33000;  // zstd makes no more bytes of one

/// The lengths of the numbers in bits, a byte each, and behind their highest bits, which are ones, the others.
struct BitColumn {
  std::string lengths;
  std::string bits;
};

std::string deflated(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) {
    throw std::bad_alloc{};  // the buffer has room for the worst case, so only memory can fail
  }
  packed.resize(size);
  return packed;
}

std::string varintsOf(std::span<const std::uint64_t> numbers) {
  std::string bytes;
  for (const std::uint64_t number : numbers) {
    parquet::appendVarint(bytes, number);
  }
  return bytes;
}

BitColumn bitsOf(std::span<const std::uint64_t> numbers) {
  BitColumn column;
  column.lengths.reserve(numbers.size());
  unsigned filled = 0;
  unsigned char last = 0;
  for (const std::uint64_t number : numbers) {
    const int length = static_cast<int>(std::bit_width(number));
    column.lengths.push_back(static_cast<char>(length));
    for (int at = 0; at < length - 1;) {
      const unsigned room = std::min(8U - filled, static_cast<unsigned>(length - 1 - at));
      const auto piece = static_cast<unsigned>((number >> static_cast<unsigned>(at)) & ((1U << room) - 1));
      last = static_cast<unsigned char>(last | piece << filled);
      filled += room;
      at += static_cast<int>(room);
      if (filled == 8) {
        column.bits.push_back(static_cast<char>(std::exchange(last, 0)));
        filled = 0;
      }
    }
  }
  if (filled > 0) {
    column.bits.push_back(static_cast<char>(last));
  }
  return column;
}

Numbers numbersOf(std::string_view lengths, std::string_view bits) {
  Numbers numbers;
  numbers.reserve(lengths.size());
  std::size_t byte = 0;
  unsigned taken = 0;
  for (const char each : lengths) {
    const auto length = static_cast<unsigned char>(each);
    if (length > std::numeric_limits<std::uint64_t>::digits) {
      throw BrokenBytes{};
    }
    std::uint64_t number = 0;
    for (unsigned at = 0; at + 1 < length;) {
      if (byte >= bits.size()) {
        throw BrokenBytes{};
      }
      const unsigned room = std::min(8U - taken, length - 1 - at);
      const std::uint64_t piece = (static_cast<unsigned char>(bits[byte]) >> taken) & ((1U << room) - 1);
      number |= piece << at;
      taken += room;
      at += room;
      if (taken == 8) {
        ++byte;
        taken = 0;
      }
    }
    numbers.push_back(length == 0 ? 0 : number | std::uint64_t{1} << (length - 1U));
  }
  return numbers;
}

void addDeflated(std::string& bytes, std::string_view raw, std::string_view packed) {
  parquet::appendVarint(bytes, raw.size());
  parquet::appendVarint(bytes, packed.size());
  bytes += packed;
}

/// A column with its count in front, in the way that takes fewer bytes.
std::string columnOf(std::span<const std::uint64_t> numbers) {
  const std::string varints = varintsOf(numbers);
  const std::string packedVarints = deflated(varints);
  const BitColumn column = bitsOf(numbers);
  const std::string packedLengths = deflated(column.lengths);
  std::string bytes;
  parquet::appendVarint(bytes, numbers.size());
  if (packedVarints.size() <= packedLengths.size() + column.bits.size()) {
    bytes.push_back(static_cast<char>(Way::Varints));
    addDeflated(bytes, varints, packedVarints);
  } else {
    bytes.push_back(static_cast<char>(Way::Bits));
    addDeflated(bytes, column.lengths, packedLengths);
    parquet::appendVarint(bytes, column.bits.size());
    bytes += column.bits;
  }
  return bytes;
}

}  // namespace

void PackedWriter::add(std::uint64_t number) {
  parquet::appendVarint(m_bytes, number);
}

void PackedWriter::addText(std::string_view text) {
  add(text.size());
  m_bytes += text;
}

void PackedWriter::addColumn(std::span<const std::uint64_t> numbers) {
  m_bytes += columnOf(numbers);
}

void PackedWriter::addEither(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second) {
  const std::string one = columnOf(first);
  const std::string other = columnOf(second);
  const bool isFirst = one.size() <= other.size();
  add(isFirst ? 0 : 1);
  m_bytes += isFirst ? one : other;
}

void PackedWriter::addTexts(std::span<const std::string_view> texts) {
  Numbers lengths;
  std::string all;
  for (const std::string_view text : texts) {
    lengths.push_back(text.size());
    all += text;
  }
  addColumn(lengths);
  addDeflated(m_bytes, all, deflated(all));
}

void PackedReader::use(std::uint64_t bytes) {
  if (bytes > m_mayUse) {
    throw BrokenBytes{};
  }
  m_mayUse -= bytes;
}

std::string_view PackedReader::raw(std::uint64_t length) {
  if (length > m_left.size()) {
    throw BrokenBytes{};
  }
  const std::string_view bytes = m_left.substr(0, length);
  m_left.remove_prefix(length);
  return bytes;
}

std::uint64_t PackedReader::number() {
  const char* at = m_left.data();
  std::uint64_t number = 0;
  if (!protobuf::readVarint(at, m_left.data() + m_left.size(), number)) {
    throw BrokenBytes{};
  }
  m_left.remove_prefix(static_cast<std::size_t>(at - m_left.data()));
  return number;
}

std::uint64_t PackedReader::numberUpTo(std::uint64_t most) {
  const std::uint64_t found = number();
  if (found > most) {
    throw BrokenBytes{};
  }
  return found;
}

std::string_view PackedReader::text() {
  return raw(number());
}

std::string PackedReader::inflated() {
  const std::uint64_t size = number();
  const std::string_view packed = raw(number());
  if (size / maxUnpackedOfByte > packed.size()) {
    throw BrokenBytes{};
  }
  use(size);
  std::string bytes(size, '\0');
  if (ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) != size) {
    throw BrokenBytes{};
  }
  return bytes;
}

Numbers PackedReader::column() {
  const std::uint64_t count = number();
  const std::string_view way = raw(1);
  const bool isBits = static_cast<Way>(way.front()) == Way::Bits;
  const std::string bytes = inflated();
  if (count > bytes.size() || (isBits && count != bytes.size())) {
    throw BrokenBytes{};
  }
  use(count * sizeof(std::uint64_t));
  if (isBits) {
    return numbersOf(bytes, text());
  }
  Numbers numbers(count);
  const char* at = bytes.data();
  for (std::uint64_t& each : numbers) {
    if (!protobuf::readVarint(at, bytes.data() + bytes.size(), each)) {
      throw BrokenBytes{};
    }
  }
  return numbers;
}

Numbers PackedReader::column(std::size_t count) {
  Numbers numbers = column();
  if (numbers.size() != count) {
    throw BrokenBytes{};
  }
  return numbers;
}

std::vector<std::string> PackedReader::texts() {
  const Numbers lengths = column();
  const std::string all = inflated();
  use(lengths.size() * sizeof(std::string));
  std::vector<std::string> texts;
  texts.reserve(lengths.size());
  std::size_t at = 0;
  for (const std::uint64_t length : lengths) {
    if (length > all.size() - at) {
      throw BrokenBytes{};
    }
    texts.push_back(all.substr(at, length));
    at += length;
  }
  return texts;
}

}  // namespace kernline::packed
