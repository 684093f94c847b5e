// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pickle/byte_reader.h"

#include <algorithm>

namespace kernline::pickle {

ByteReader::ByteReader(Input& input) : m_input(input) {
  if (input.stream == nullptr) {
    m_view = input.mapped;
    m_base = input.mappedOffset;
  }
  setReleaseAt();
}

void ByteReader::setReleaseAt() {
  m_releaseAt = m_input.stream == nullptr ? std::min(m_view.size(), m_released + releaseBytes) : m_view.size();
}

std::uint64_t ByteReader::storedBytesRead() const {
  return m_input.stream == nullptr ? offset() : m_input.stream->storedBytesRead();
}

bool ByteReader::reach(std::uint64_t count) {
  if (m_view.size() - m_at >= count) {
    return true;
  }
  if (m_input.stream == nullptr) {
    return false;
  }
  m_buffer.erase(0, m_at);
  m_base += m_at;
  m_at = 0;
  while (m_buffer.size() < count) {
    const std::size_t old = m_buffer.size();
    m_buffer.resize(old + blockBytes);  // grows in blocks, so that a false length costs no memory
    const std::size_t got = m_input.stream->read(std::span{m_buffer}.subspan(old));
    m_buffer.resize(old + got);
    if (got == 0) {
      break;
    }
  }
  m_view = m_buffer;
  setReleaseAt();
  return m_view.size() >= count;
}

std::optional<std::string_view> ByteReader::takeSlowly(std::uint64_t count) {
  if (!reach(count)) {
    return std::nullopt;
  }
  if (m_input.stream == nullptr && m_at > m_released) {
    m_input.release(m_released, m_at);
    m_released = m_at;
    setReleaseAt();
  }
  const std::string_view bytes = m_view.substr(m_at, static_cast<std::size_t>(count));
  m_at += bytes.size();
  m_releaseAt = std::max(m_releaseAt, m_at);
  return bytes;
}

std::optional<std::string_view> ByteReader::takeLine() {
  for (std::uint64_t reached = 64;; reached *= 2) {
    const bool isMore = reach(reached);
    const std::size_t end = m_view.find('\n', m_at);
    if (end != std::string_view::npos) {
      const std::string_view line = m_view.substr(m_at, end - m_at);
      m_at = end + 1;
      m_releaseAt = std::max(m_releaseAt, m_at);
      return line;
    }
    if (!isMore) {
      return std::nullopt;
    }
  }
}

}  // namespace kernline::pickle
