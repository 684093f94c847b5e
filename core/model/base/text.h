// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds basics: time, ids, the string pool, errors, progress, parallel loops, ASCII text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace kernline {

// ASCII, whatever the locale: what profilers write in names and figures. Bytes of UTF-8 sequences are none of these.

[[nodiscard]] constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool isLowerLetter(char c) {
  return c >= 'a' && c <= 'z';
}

[[nodiscard]] constexpr bool isLetter(char c) {
  return isLowerLetter(c) || (c >= 'A' && c <= 'Z');
}

/// Space, tab, newline, carriage return, vertical tab, form feed.
[[nodiscard]] constexpr bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

[[nodiscard]] constexpr char toLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] constexpr char toUpper(char c) {
  return isLowerLetter(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

[[nodiscard]] inline std::string lowered(std::string_view text) {
  std::string low{text};
  std::ranges::transform(low, low.begin(), toLower);
  return low;
}

/// Returns the part of a path after its last '/'.
[[nodiscard]] constexpr std::string_view fileNameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// `text` without the space around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  while (begin != end && isSpace(*begin)) {
    ++begin;
  }
  while (end != begin && isSpace(end[-1])) {
    --end;
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace kernline
