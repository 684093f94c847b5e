// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_marks.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace kernline::logs {

namespace {

// Sixteen bytes at a time: each byte of a sum holds the marks of the bytes at its place, those above 128 in the other.
constexpr std::size_t width = 16;
using Bytes [[gnu::vector_size(width)]] = unsigned char;

/// `mark` in the bytes that a comparison says yes of.
template <typename Mask>
Bytes where(Mask mask, int mark) {
  return std::bit_cast<Bytes>(mask) & static_cast<unsigned char>(mark);
}

/// All bytes of `sum` together.
unsigned folded(Bytes sum) {
  std::uint64_t halves[2];
  std::memcpy(halves, &sum, width);
  std::uint64_t all = halves[0] | halves[1];
  for (const unsigned shift : {32U, 16U, 8U}) {
    all |= all >> shift;
  }
  return static_cast<unsigned>(all & 0xFFU);
}

struct Sums {
  Bytes low = {};
  Bytes high = {};

  void add(Bytes v) {
    const Bytes digits = v - '0';
    low |= where(v == ':', hasColon) | where(v == '|', hasBar) | where(v == '\t', hasTab) | where(v == ',', hasComma) |
           where(digits < 10, hasDigit) | where(v == '=', hasEquals) | where(v >= 0x80, hasHighByte) |
           where((v < 0x20) & (v != '\t'), hasControl) | where(v == 0x7F, hasControl);
    high |= where(v == 'E', hasCapitalE >> 8) | where(v == '-', hasDash >> 8) | where(v == '%', hasPercent >> 8) |
            where((v < '\a') | ((v > 0x0F) & (v < 0x20) & (v != 0x1B)), hasForeignControl >> 8);
  }

  [[nodiscard]] std::uint16_t marks() const { return static_cast<std::uint16_t>(folded(low) | (folded(high) << 8U)); }
};

std::uint16_t marksBySixteen(std::string_view text) {
  Sums sum;
  Bytes v;
  for (std::size_t at = 0; at + width <= text.size(); at += width) {
    std::memcpy(&v, text.data() + at, width);
    sum.add(v);
  }
  std::memcpy(&v, text.data() + text.size() - width, width);  // some of them once more
  sum.add(v);
  return sum.marks();
}

std::uint16_t marksOneByOne(std::string_view text) {
  unsigned result = 0;
  for (const char c : text) {
    result |= marksOfByte[static_cast<unsigned char>(c)];
  }
  return static_cast<std::uint16_t>(result);
}

}  // namespace

#if defined(KERNLINE_HAVE_AVX2)
/// Marks a text of 32 bytes or more, on a processor with AVX2.
std::uint16_t marksOfAvx2(std::string_view text);
#endif

std::uint16_t marksOf(std::string_view text) {
#if defined(KERNLINE_HAVE_AVX2)
  static const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0;
  constexpr std::size_t minBytesForAvx2 = 32;
  if (hasAvx2 && text.size() >= minBytesForAvx2) {
    return marksOfAvx2(text);
  }
#endif
  return text.size() < width ? marksOneByOne(text) : marksBySixteen(text);
}

}  // namespace kernline::logs
