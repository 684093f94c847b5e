// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/compact_thrift.h"

#include <utility>

namespace kernline::parquet {

void appendVarint(std::string& bytes, std::uint64_t number) {
  constexpr std::uint64_t more = 0x80;
  for (; number >= more; number >>= 7U) {
    bytes.push_back(static_cast<char>(number | more));
  }
  bytes.push_back(static_cast<char>(number));
}

void appendZigzag(std::string& bytes, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  appendVarint(bytes, (bits << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0));
}

void CompactWriter::addBool(int field, bool value) {
  beginField(field, value ? Type::True : Type::False);
}

void CompactWriter::addI16(int field, std::int16_t value) {
  beginField(field, Type::I16);
  addSigned(value);
}

void CompactWriter::addI32(int field, std::int32_t value) {
  beginField(field, Type::I32);
  addSigned(value);
}

void CompactWriter::addI64(int field, std::int64_t value) {
  beginField(field, Type::I64);
  addSigned(value);
}

void CompactWriter::addBytes(int field, std::string_view value) {
  beginField(field, Type::Bytes);
  addBytes(value);
}

void CompactWriter::beginStruct(int field) {
  beginField(field, Type::Struct);
  beginStruct();
}

void CompactWriter::endStruct() {
  m_bytes.push_back('\0');
  m_lastFields.pop_back();
}

void CompactWriter::beginI32s(int field, std::size_t count) {
  beginList(field, Type::I32, count);
}

void CompactWriter::beginTexts(int field, std::size_t count) {
  beginList(field, Type::Bytes, count);
}

void CompactWriter::beginStructs(int field, std::size_t count) {
  beginList(field, Type::Struct, count);
}

void CompactWriter::addI32(std::int32_t element) {
  addSigned(element);
}

void CompactWriter::addBytes(std::string_view element) {
  appendVarint(m_bytes, element.size());
  m_bytes += element;
}

void CompactWriter::beginStruct() {
  m_lastFields.push_back(0);
}

std::string CompactWriter::finish() {
  endStruct();
  return std::move(m_bytes);
}

/// The distance to the field before it and the type in one byte, where the distance is that small.
void CompactWriter::beginField(int field, Type type) {
  constexpr int maxShortDistance = 15;
  const int distance = field - m_lastFields.back();
  m_lastFields.back() = field;
  if (distance > 0 && distance <= maxShortDistance) {
    m_bytes.push_back(static_cast<char>(distance << 4 | static_cast<int>(type)));
  } else {
    m_bytes.push_back(static_cast<char>(type));
    addSigned(field);
  }
}

void CompactWriter::beginList(int field, Type type, std::size_t count) {
  constexpr std::size_t longCount = 15;
  beginField(field, Type::List);
  if (count < longCount) {
    m_bytes.push_back(static_cast<char>(count << 4U | static_cast<std::size_t>(type)));
  } else {
    m_bytes.push_back(static_cast<char>(longCount << 4U | static_cast<std::size_t>(type)));
    appendVarint(m_bytes, count);
  }
}

void CompactWriter::addSigned(std::int64_t value) {
  appendZigzag(m_bytes, value);
}

}  // namespace kernline::parquet
