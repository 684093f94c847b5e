// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/tree_page.h"

namespace kernline::recording {

void appendVarint(std::string& to, std::uint64_t number) {
  constexpr int bits = 7;
  constexpr std::uint64_t mask = 0x7f;
  if (number <= mask) {
    to += static_cast<char>(number);
    return;
  }
  constexpr int maxBits = 8 * bits;
  const bool isLong = (number >> maxBits) != 0;
  int shift = isLong ? maxBits + 1 : maxBits - bits;
  while (!isLong && (number >> shift) == 0) {
    shift -= bits;
  }
  for (const int last = isLong ? 8 : bits; shift >= last; shift -= bits) {
    to += static_cast<char>(((number >> shift) & mask) | (mask + 1));
  }
  to += static_cast<char>(isLong ? number & 0xff : number & mask);
}

void appendBigEndian(std::string& to, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0;) {
    to += static_cast<char>((number >> (i * 8)) & 0xff);
  }
}

TreePage::TreePage(Kind kind) : m_bytes(pageBytes, '\0') {
  m_bytes[0] = static_cast<char>(kind);
}

std::size_t TreePage::add(std::string_view cell) {
  constexpr std::size_t countAt = 3;
  constexpr std::size_t startAt = 5;
  m_start -= cell.size();
  cell.copy(m_bytes.data() + m_start, cell.size());
  put(headerBytes() + m_count * 2, m_start, 2);
  put(countAt, ++m_count, 2);
  put(startAt, m_start, 2);
  return m_start;
}

void TreePage::setLastChild(std::uint32_t page) {
  put(leafHeaderBytes, page, 4);
}

void TreePage::put(std::size_t at, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0; number >>= 8) {
    m_bytes[at + i] = static_cast<char>(number & 0xff);
  }
}

}  // namespace kernline::recording
