// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_marks.h"

#include <bit>
#include <cstring>

namespace kernline::logs {

namespace {

// Sixteen bytes at a time: each byte of a sum holds the marks of the bytes at its place, those above 128 in the other.
constexpr std::size_t width = 16;
using Bytes [[gnu::vector_size(width)]] = unsigned char;

struct Sums {
  Bytes low = {};
  Bytes high = {};

  void add(Bytes v) {
    const Bytes digits = v - '0';
    low |= where(v == ':', hasColon) | where(v == '|', hasBar) | where(v == '\t', hasTab) | where(v == ',', hasComma) |
           where(digits < 10, hasDigit) | where(v >= 0x80, hasHighByte) | where(v == '=', hasEquals) |
           where((v < 0x20) & (v != '\t'), hasControl) | where(v == 0x7F, hasControl);
    high |= where(v == 'E', hasCapitalE >> 8) | where(v == '-', hasDash >> 8) | where(v == '%', hasPercent >> 8);
  }

  /// `mark` in the bytes that a comparison says yes of.
  template <typename Mask>
  static Bytes where(Mask mask, int mark) {
    return std::bit_cast<Bytes>(mask) & static_cast<unsigned char>(mark);
  }

  [[nodiscard]] std::uint16_t marks() const {
    unsigned char lows[width];
    unsigned char highs[width];
    std::memcpy(lows, &low, width);
    std::memcpy(highs, &high, width);
    unsigned result = 0;
    for (std::size_t i = 0; i < width; ++i) {
      result |= lows[i] | (unsigned{highs[i]} << 8U);
    }
    return static_cast<std::uint16_t>(result);
  }
};

}  // namespace

std::uint16_t marksOf(std::string_view text) {
  if (text.size() < width) {
    unsigned result = 0;
    for (const char c : text) {
      result |= marksOfByte[static_cast<unsigned char>(c)];
    }
    return static_cast<std::uint16_t>(result);
  }
  Sums sums;
  Bytes v;
  for (std::size_t at = 0; at + width <= text.size(); at += width) {
    std::memcpy(&v, text.data() + at, width);
    sums.add(v);
  }
  std::memcpy(&v, text.data() + text.size() - width, width);  // some of them once more
  sums.add(v);
  return sums.marks();
}

}  // namespace kernline::logs
