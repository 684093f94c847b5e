// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace kernline {

namespace {

constexpr char32_t invalid = 0xFFFFFFFF;

struct CodePoint {
  char32_t value = invalid;
  std::size_t bytes = 1;
};

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The code point at the front of `text`, which is not empty; `invalid` of one byte where there is none.
CodePoint decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
    return {};
  }
  char32_t value = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!isContinuation(text[i])) {
      return {};
    }
    value = (value << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> minCodePoint{0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < minCodePoint[bytes] || isSurrogate || value > 0x10FFFF ? CodePoint{} : CodePoint{value, bytes};
}

struct Span {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
bool within(const std::array<Span, N>& spans, char32_t c) {
  return std::ranges::any_of(spans, [c](Span s) { return s.first <= c && c <= s.last; });
}

bool isDangerous(char32_t c) {
  constexpr std::array<Span, 7> spans{{{0, 0x1F},
                                       {0x7F, 0x9F},
                                       {0x61C, 0x61C},
                                       {0x200E, 0x200F},
                                       {0x2028, 0x2029},
                                       {0x202A, 0x202E},
                                       {0x2066, 0x2069}}};
  return within(spans, c);
}

/// The ranges of East Asian Width W and F that names meet, and of combining marks; the rest of Unicode is one wide.
std::size_t widthOf(char32_t c) {
  constexpr std::array<Span, 9> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1F9FF},
                                      {0x20000, 0x3FFFD}}};
  constexpr std::array<Span, 4> none{{{0x300, 0x36F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};
  if (c < 0x300) {
    return 1;
  }
  return within(none, c) ? 0 : within(wide, c) ? 2 : 1;
}

void appendEscaped(std::string& out, char32_t c) {
  const auto code = static_cast<std::uint32_t>(c);
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c < 0x100) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", code);
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  }
}

/// The longest front of `text` in at most `width` columns.
std::string_view front(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  while (at < text.size()) {
    const CodePoint c = decode(text.substr(at));
    const std::size_t columns = widthOf(c.value);
    if (columns > width) {
      break;
    }
    width -= columns;
    at += c.bytes;
  }
  return text.substr(0, at);
}

/// The longest back of `text` in at most `width` columns.
std::string_view back(std::string_view text, std::size_t width) {
  std::size_t at = text.size();
  while (at > 0) {
    std::size_t begin = at - 1;
    while (begin > 0 && isContinuation(text[begin])) {
      --begin;
    }
    const std::size_t columns = widthOf(decode(text.substr(begin)).value);
    if (columns > width) {
      break;
    }
    width -= columns;
    at = begin;
  }
  return text.substr(at);
}

/// `text` as UTF-8, with those code points that are `unwanted` written by `append`.
template <typename Unwanted, typename Append>
std::string escaped(std::string_view text, const Unwanted& unwanted, const Append& append) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode(text.substr(at));
    if (c.value == invalid) {
      out += "\uFFFD";
    } else if (unwanted(c.value)) {
      append(out, c.value);
    } else {
      out += text.substr(at, c.bytes);
    }
    at += c.bytes;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return escaped(text, isDangerous, appendEscaped);
}

std::string withoutControls(std::string_view text) {
  return escaped(text, [](char32_t c) { return isDangerous(c) && c != '\n' && c != '\t'; }, appendEscaped);
}

std::string jsonWithoutControls(std::string json) {
  const auto mayBe = [](char c) { return static_cast<unsigned char>(c) >= 0x7F; };
  if (std::ranges::none_of(json, mayBe)) {
    return json;  // control characters are escaped in JSON anyway
  }
  return escaped(
      json, [](char32_t c) { return isDangerous(c) && c >= 0x7F; },
      [](std::string& out, char32_t c) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
      });
}

std::size_t displayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode(text.substr(at));
    width += widthOf(c.value);
    at += c.bytes;
  }
  return width;
}

std::string elided(std::string_view text, std::size_t width) {
  if (displayWidth(text) <= width) {
    return std::string{text};
  }
  const std::size_t kept = width - 1;
  const std::size_t head = kept - kept / 3;
  return fmt::format("{}…{}", front(text, head), back(text, kept / 3));
}

}  // namespace kernline
