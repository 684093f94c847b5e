// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/peeked_stream.h"

#include <algorithm>
#include <cstring>

namespace kernline {

std::string_view PeekedStream::peek(std::size_t length) {
  m_head.erase(0, m_at);
  m_at = 0;
  std::size_t have = m_head.size();
  if (have < length) {
    m_head.resize(length);
    while (have < length) {
      const std::size_t got = m_inner->read(std::span(m_head).subspan(have));
      if (got == 0) {
        break;
      }
      have += got;
    }
    m_head.resize(have);
  }
  return std::string_view(m_head).substr(0, length);
}

std::size_t PeekedStream::read(std::span<char> into) {
  if (m_at >= m_head.size()) {
    return m_inner->read(into);
  }
  const std::size_t length = std::min(into.size(), m_head.size() - m_at);
  std::memcpy(into.data(), m_head.data() + m_at, length);
  m_at += length;
  if (m_at == m_head.size()) {
    m_head = {};
    m_at = 0;
  }
  return length + (length < into.size() ? m_inner->read(into.subspan(length)) : 0);
}

std::size_t MemoryStream::read(std::span<char> into) {
  const std::size_t length = std::min(into.size(), m_text.size() - m_at);
  std::memcpy(into.data(), m_text.data() + m_at, length);
  m_at += length;
  return length;
}

}  // namespace kernline
