// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of JSON: escapes, UTF-8, and ids.
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace kernline::chrome {

namespace {

bool isHex(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

bool readHex4(std::string_view raw, std::size_t at, std::uint32_t& value) {
  if (at + 4 > raw.size()) {
    return false;
  }
  for (std::size_t i = at; i < at + 4; ++i) {
    if (!isHex(raw[i])) {
      return false;
    }
  }
  std::from_chars(raw.data() + at, raw.data() + at + 4, value, 16);
  return true;
}

void appendUtf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

/// \uXXXX, a pair of surrogates included; `at` is behind the u. Returns how many characters it took, 0 if none.
std::size_t appendUnicodeEscape(std::string_view raw, std::size_t at, std::string& out) {
  std::uint32_t c = 0;
  if (!readHex4(raw, at, c)) {
    return 0;
  }
  if (c >= 0xd800 && c < 0xdc00) {
    std::uint32_t low = 0;
    if (raw.substr(at + 4, 2) == "\\u" && readHex4(raw, at + 6, low) && low >= 0xdc00 && low < 0xe000) {
      appendUtf8(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
      return 10;
    }
  }
  appendUtf8(out, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  return 4;
}

/// The length of the well-formed character at `p`, or 0, with the length of the ill-formed part in `bad`.
std::size_t characterLength(const unsigned char* p, const unsigned char* end, std::size_t& bad) {
  bad = 1;
  const unsigned char c = *p;
  if (c < 0x80) {
    return 1;
  }
  const std::size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (p + i == end) {
      bad = i;
      return 0;
    }
    unsigned char minByte = 0x80;
    unsigned char maxByte = 0xbf;
    if (i == 1) {
      minByte = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
      maxByte = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    }
    if (p[i] < minByte || p[i] > maxByte) {
      bad = i;
      return 0;
    }
  }
  return length;
}

}  // namespace

std::string unescape(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out += raw[i];
      continue;
    }
    const char c = raw[++i];
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view values = "\"\\/\b\f\n\r\t";
    if (const auto at = letters.find(c); at != std::string_view::npos) {
      out += values[at];
    } else if (const std::size_t taken = c == 'u' ? appendUnicodeEscape(raw, i + 1, out) : 0; taken != 0) {
      i += taken;
    } else {
      out += '\\';
      out += c;
    }
  }
  return out;
}

bool isUtf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  std::size_t bad = 0;
  while (p != end) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    const std::size_t length = characterLength(p, end, bad);
    if (length == 0) {
      return false;
    }
    p += length;
  }
  return true;
}

bool repairUtf8(std::string& text) {
  if (isUtf8(text)) {
    return false;
  }
  std::string repaired;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  while (p != end) {
    std::size_t bad = 0;
    const std::size_t length = characterLength(p, end, bad);
    if (length == 0) {
      appendUtf8(repaired, 0xfffd);
      p += bad;
    } else {
      repaired.append(reinterpret_cast<const char*>(p), length);
      p += length;
    }
  }
  text = std::move(repaired);
  return true;
}

std::string_view canonicalId(std::string_view text, std::string& scratch) {
  if (text.empty()) {
    return text;
  }
  const auto digits = text.front() == '-' ? text.substr(1) : text;
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const bool plain = std::ranges::all_of(digits, isDigit) && !digits.empty() && (digits.front() != '0' || text == "0");
  if (plain || !(isDigit(text.back()) || text.back() == '.')) {
    return text;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr double exactUpTo = 9007199254740992.0;  // 2^53
  if (error != std::errc{} || end != text.data() + text.size() || value != std::trunc(value) ||
      std::abs(value) > exactUpTo) {
    return text;
  }
  scratch = fmt::format("{}", static_cast<std::int64_t>(value));
  return scratch;
}

}  // namespace kernline::chrome
