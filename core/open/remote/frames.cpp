// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/frames.h"

#include <algorithm>
#include <cstring>

namespace kernline::remote {

namespace {

constexpr std::size_t headerBytes = 1 + sizeof(std::uint32_t);

std::size_t lengthIn(std::string_view header) {
  std::size_t length = 0;
  for (std::size_t i = headerBytes; i-- > 1;) {
    length = length << 8U | static_cast<unsigned char>(header[i]);
  }
  return length;
}

}  // namespace

std::string frameBytes(FrameKind kind, std::string_view payload) {
  std::string bytes(1, static_cast<char>(kind));
  for (std::size_t shift = 0; shift < 32; shift += 8) {
    bytes += static_cast<char>(payload.size() >> shift & 0xFFU);
  }
  return bytes.append(payload);
}

std::optional<Frame> FrameCutter::next() {
  if (isBroken() || m_bytes.size() < headerBytes || m_bytes.size() < headerBytes + lengthIn(m_bytes)) {
    return std::nullopt;
  }
  const std::size_t length = lengthIn(m_bytes);
  Frame frame{.kind = static_cast<FrameKind>(m_bytes.front()), .payload = m_bytes.substr(headerBytes, length)};
  m_bytes.erase(0, headerBytes + length);
  return frame;
}

bool FrameCutter::isBroken() const {
  return (!m_bytes.empty() && static_cast<unsigned char>(m_bytes.front()) > static_cast<unsigned>(FrameKind::Last)) ||
         (m_bytes.size() >= headerBytes && lengthIn(m_bytes) > maxFrameBytes);
}

std::size_t FrameCutter::arrived() const {
  return m_bytes.size() < headerBytes ? 0 : m_bytes.size() - headerBytes;
}

std::size_t FrameCutter::expected() const {
  return m_bytes.size() < headerBytes ? 0 : lengthIn(m_bytes);
}

bool FrameCutter::passGreeting() {
  const std::size_t at = m_bytes.find(greeting);
  const std::size_t end = at == std::string::npos ? at : m_bytes.find('\n', at + 1);
  if (end == std::string::npos) {
    return false;
  }
  m_bytes.erase(0, end + 1);
  return true;
}

}  // namespace kernline::remote
