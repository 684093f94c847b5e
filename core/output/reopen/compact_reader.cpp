// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/compact_reader.h"

namespace kernline::parquet {

std::uint8_t CompactReader::byte() {
  if (m_at >= m_bytes.size()) {
    fail();
    return 0;
  }
  return static_cast<std::uint8_t>(m_bytes[m_at++]);
}

std::uint64_t CompactReader::varint() {
  constexpr unsigned bits = 64;
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < bits; shift += 7) {
    const std::uint8_t next = byte();
    number |= std::uint64_t{next & 0x7fU} << shift;
    if (next < 0x80U) {
      return number;
    }
  }
  fail();
  return 0;
}

std::int64_t CompactReader::zigzag() {
  const std::uint64_t number = varint();
  return static_cast<std::int64_t>(number >> 1U) ^ -static_cast<std::int64_t>(number & 1U);
}

void CompactReader::advance(std::uint64_t count) {
  if (count > m_bytes.size() - m_at) {
    fail();
  } else {
    m_at += static_cast<std::size_t>(count);
  }
}

std::int64_t CompactReader::integer(Type type) {
  if (type == Type::I16 || type == Type::I32 || type == Type::I64) {
    return zigzag();
  }
  skip(type);
  return 0;
}

std::string_view CompactReader::bytes(Type type) {
  if (type != Type::Bytes) {
    skip(type);
    return {};
  }
  const std::uint64_t size = varint();
  const std::size_t begin = m_at;
  advance(size);
  return m_hasFailed ? std::string_view{} : m_bytes.substr(begin, m_at - begin);
}

void CompactReader::skip(Type type) {
  switch (type) {
    case Type::Stop:
      fail();
      return;
    case Type::True:
    case Type::False:
      return;
    case Type::Byte:
      advance(1);
      return;
    case Type::I16:
    case Type::I32:
    case Type::I64:
      static_cast<void>(varint());
      return;
    case Type::Double:
      advance(sizeof(double));
      return;
    case Type::Bytes:
      static_cast<void>(bytes(type));
      return;
    case Type::List:
    case Type::Set:
      // Truth values of a list take a byte each.
      list(type, [&](Type element) { skip(element == Type::True || element == Type::False ? Type::Byte : element); });
      return;
    case Type::Struct:
      readStruct([&](int, Type field) { skip(field); });
      return;
    case Type::Map:
      break;
  }
  fail();  // no type of Parquet
}

}  // namespace kernline::parquet
