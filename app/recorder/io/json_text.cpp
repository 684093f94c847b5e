// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/json_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace kernline::recorder {

namespace {

bool isUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || text.size() - i < length) {
      return false;
    }
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) {
        return false;
      }
    }
    i += length;
  }
  return true;
}

}  // namespace

std::string jsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool areEventLines(std::string_view text) {
  std::array<char, 32> open{};  // closing brackets that are due
  std::size_t depth = 0;
  bool isInString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (isInString) {
      if (static_cast<unsigned char>(c) < ' ') {
        return false;
      }
      isInString = c != '"';
      i += c == '\\' ? 1 : 0;
    } else if (c == '"') {
      isInString = true;
    } else if (c == '{' || c == '[') {
      if (depth == open.size()) {
        return false;
      }
      open[depth++] = c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      if (depth == 0 || open[depth - 1] != c) {
        return false;
      }
      --depth;
    } else if (depth == 0 && c != ',' && c != '\n') {
      return false;
    }
    if (depth == 0 && isInString) {
      return false;
    }
  }
  const bool isAscii = std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return depth == 0 && !isInString && (isAscii || isUtf8(text));
}

std::string withoutControlCharacters(std::string text) {
  const auto byteAt = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned first = byteAt(i);
    const unsigned second = byteAt(i + 1);
    const unsigned third = byteAt(i + 2);
    const bool isControl = first < 0x20 || first == 0x7F;
    const bool isLateControl = first == 0xC2 && second >= 0x80 && second < 0xA0;
    const bool isDirection =
        first == 0xE2 && ((second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
                          (second == 0x81 && third >= 0xA6 && third <= 0xA9));
    const std::size_t length = isControl ? 1 : isLateControl ? 2 : isDirection ? 3 : 0;
    text.replace(i, length, length, '?');
  }
  return text;
}

}  // namespace kernline::recorder
