// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/protobuf/message_walk.h"

#include <protozero/exception.hpp>
#include <protozero/types.hpp>
#include <protozero/varint.hpp>

#include <cstring>

namespace kernline::protobuf {

bool readVarint(const char*& at, const char* end, std::uint64_t& number) {
  try {
    number = protozero::decode_varint(&at, end);
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

bool MessageWalk::stop() {
  m_isDamaged = true;
  m_at = m_end;
  return false;
}

bool MessageWalk::readFixed(std::size_t size) {
  if (static_cast<std::size_t>(m_end - m_at) < size) {
    return stop();
  }
  m_isNumber = true;
  m_number = 0;
  std::memcpy(&m_number, m_at, size);  // both are little-endian
  m_at += size;
  return true;
}

bool MessageWalk::next() {
  if (m_at == m_end) {
    return false;
  }
  constexpr std::uint64_t maxTag = UINT32_MAX;
  m_begin = m_at;
  m_bytes = {};
  m_number = 0;
  m_isNumber = false;
  std::uint64_t tag = 0;
  if (!readVarint(m_at, m_end, tag) || tag > maxTag || tag >> 3 == 0) {
    return stop();
  }
  m_field = static_cast<std::uint32_t>(tag >> 3);
  switch (static_cast<protozero::pbf_wire_type>(tag & 7)) {
    case protozero::pbf_wire_type::varint:
      m_isNumber = true;
      return readVarint(m_at, m_end, m_number) || stop();
    case protozero::pbf_wire_type::fixed64:
      return readFixed(8);
    case protozero::pbf_wire_type::fixed32:
      return readFixed(4);
    case protozero::pbf_wire_type::length_delimited:
      break;
    default:  // groups have been out of use since 2008
      return stop();
  }
  std::uint64_t length = 0;
  if (!readVarint(m_at, m_end, length)) {
    return stop();
  }
  const auto left = static_cast<std::uint64_t>(m_end - m_at);
  m_isDamaged = length > left;
  m_bytes = {m_at, static_cast<std::size_t>(m_isDamaged ? left : length)};
  m_at += m_bytes.size();
  return true;
}

}  // namespace kernline::protobuf
