// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/unicode_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t unicodeInputBytes = std::size_t{64} * 1024;

constexpr bool isHighSurrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
constexpr bool isLowSurrogate(std::uint32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

std::uint32_t unitAt(const char* bytes, std::size_t length, bool isBigEndian) {
  std::uint32_t unit = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t from = isBigEndian ? i : length - 1 - i;
    unit = unit << 8U | static_cast<unsigned char>(bytes[from]);
  }
  return unit;
}

}  // namespace

UnicodeStream::UnicodeStream(std::unique_ptr<TextStream> wide, Container encoding)
    : m_wide(std::move(wide)),
      m_isBigEndian(encoding == Container::Utf16Be || encoding == Container::Utf32Be),
      m_unitBytes(encoding == Container::Utf16Le || encoding == Container::Utf16Be ? 2 : 4),
      m_input(unicodeInputBytes) {}

std::optional<std::string> UnicodeStream::damage() const {
  const std::optional<std::string> deeper = m_wide->damage();
  return deeper ? deeper : m_damage;
}

void UnicodeStream::appendUtf8(std::uint32_t codePoint) {
  const auto put = [this](std::uint32_t byte) { m_output.push_back(static_cast<char>(byte)); };
  const auto putTail = [&](unsigned shift) { put(0x80U | (codePoint >> shift & 0x3FU)); };
  if (codePoint < 0x80) {
    put(codePoint);
  } else if (codePoint < 0x800) {
    put(0xC0U | codePoint >> 6U);
    putTail(0);
  } else if (codePoint < 0x10000) {
    put(0xE0U | codePoint >> 12U);
    putTail(6);
    putTail(0);
  } else if (codePoint < 0x110000) {
    put(0xF0U | codePoint >> 18U);
    putTail(12);
    putTail(6);
    putTail(0);
  } else {
    put(0xFF);
  }
}

void UnicodeStream::takeUnit(std::uint32_t unit) {
  if (m_unitBytes == 4) {
    appendUtf8(unit);
    return;
  }
  if (m_highSurrogate != 0 && isLowSurrogate(unit)) {
    appendUtf8(0x10000 + ((m_highSurrogate - 0xD800) << 10U) + (unit - 0xDC00));
    m_highSurrogate = 0;
    return;
  }
  if (m_highSurrogate != 0) {
    appendUtf8(m_highSurrogate);
    m_highSurrogate = 0;
  }
  if (isHighSurrogate(unit)) {
    m_highSurrogate = unit;
  } else {
    appendUtf8(unit);
  }
}

/// Converts the next piece into m_output. False at the end.
bool UnicodeStream::refill() {
  m_output.clear();
  m_at = 0;
  const std::size_t got = m_wide->read(std::span(m_input).subspan(m_kept));
  if (got == 0) {
    if (m_kept > 0 && !m_damage) {
      m_damage = fmt::format("the text ends in the middle of a character, at stored byte {}", storedBytesRead());
    }
    if (m_highSurrogate != 0) {
      appendUtf8(std::exchange(m_highSurrogate, 0));
    }
    return !m_output.empty();
  }
  const std::size_t available = m_kept + got;
  const std::size_t whole = available - available % m_unitBytes;
  for (std::size_t i = 0; i < whole; i += m_unitBytes) {
    takeUnit(unitAt(m_input.data() + i, m_unitBytes, m_isBigEndian));
  }
  m_kept = available - whole;
  std::memmove(m_input.data(), m_input.data() + whole, m_kept);
  return true;
}

std::size_t UnicodeStream::read(std::span<char> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    if (m_at == m_output.size() && !refill()) {
      break;
    }
    const std::size_t length = std::min(into.size() - done, m_output.size() - m_at);
    std::memcpy(into.data() + done, m_output.data() + m_at, length);
    m_at += length;
    done += length;
  }
  return done;
}

}  // namespace kernline
