// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::logs {

/// The characters that a line has anywhere, so that most rules can be skipped without a look at it.
enum LineMark : std::uint16_t {
  hasColon = 1,
  hasBar = 2,
  hasTab = 4,
  hasComma = 8,
  hasDigit = 16,
  hasHighByte = 32,  ///< part of UTF-8, or invalid
  hasControl = 64,   ///< escape, carriage return and similar; removed from the text
  hasEquals = 128,
  hasCapitalE = 256,
  hasDash = 512,
  hasPercent = 1024,
  hasForeignControl = 2048,  ///< a control character that no terminal is sent
};

/// The mark of each byte; 0 for most.
inline constexpr std::array<std::uint16_t, 256> marksOfByte = [] {
  std::array<std::uint16_t, 256> marks{};
  for (std::size_t c = 0; c < 0x20; ++c) {
    marks[c] = hasControl | hasForeignControl;
  }
  for (std::size_t c = '\a'; c <= 0x0F; ++c) {  // bell, backspace, line and page ends, character sets
    marks[c] = hasControl;
  }
  marks[0x1B] = hasControl;
  for (std::size_t c = 0x80; c < 0x100; ++c) {
    marks[c] = hasHighByte;
  }
  for (std::size_t c = '0'; c <= '9'; ++c) {
    marks[c] = hasDigit;
  }
  marks['\t'] = hasTab;
  marks['\x7F'] = hasControl;
  marks[':'] = hasColon;
  marks['|'] = hasBar;
  marks[','] = hasComma;
  marks['='] = hasEquals;
  marks['E'] = hasCapitalE;
  marks['-'] = hasDash;
  marks['%'] = hasPercent;
  return marks;
}();

/// The marks of all bytes of `text` together.
[[nodiscard]] std::uint16_t marksOf(std::string_view text);

}  // namespace kernline::logs
