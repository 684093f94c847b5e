// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled for AVX2; called only where the processor has it.
#if defined(__AVX2__)
#include "core/import/log/line_marks.h"

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace kernline::logs {
namespace {

/// The bytes whose upper half is `upper` and whose lower half is one of `lower`'s bits get the bit `bit`.
struct HalfBytes {
  unsigned bit = 0;
  unsigned upper = 0;
  unsigned lower = 0;
};

/// Up to eight such bits of a byte, found by one look-up of each of its halves.
struct Tables {
  unsigned char upper[16] = {};
  unsigned char lower[16] = {};

  consteval Tables(std::initializer_list<HalfBytes> members) {
    for (const HalfBytes& member : members) {
      upper[member.upper] |= static_cast<unsigned char>(member.bit);
      for (unsigned i = 0; i < 16; ++i) {
        lower[i] |= static_cast<unsigned char>((member.lower >> i & 1U) != 0 ? member.bit : 0);
      }
    }
  }
};

__m256i loaded(const unsigned char (&table)[16]) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}

constexpr unsigned one(unsigned lower) {
  return 1U << lower;
}

// The marks' own bits; controls have five of the upper ones, for they are of three upper halves, and foreign ones of
// two.
constexpr unsigned firstControl = 16;
constexpr unsigned anyControl = 16 | 32 | 64;
constexpr unsigned secondForeign = 128;
constexpr Tables lowMarks{{hasColon, 0x3, one(0xA)}, {hasBar, 0x7, one(0xC)}, {hasTab, 0x0, one(0x9)},
                          {hasComma, 0x2, one(0xC)}, {hasDigit, 0x3, 0x3FF},  {hasEquals, 0x3, one(0xD)}};
constexpr Tables highMarks{{hasCapitalE >> 8, 0x4, one(0x5)},        {hasDash >> 8, 0x2, one(0xD)},
                           {hasPercent >> 8, 0x2, one(0x5)},         {hasForeignControl >> 8, 0x0, 0x7F},
                           {firstControl, 0x0, 0xFFFFU & ~one(0x9)}, {firstControl * 2, 0x1, 0xFFFF},
                           {firstControl * 4, 0x7, one(0xF)},        {secondForeign, 0x1, 0xFFFFU & ~one(0xB)}};

/// The bits of `bytes`; none for one of 0x80 or more.
__m256i lookedUp(__m256i bytes, __m256i upperHalves, __m256i ofUpper, __m256i ofLower) {
  return _mm256_and_si256(_mm256_shuffle_epi8(ofUpper, upperHalves), _mm256_shuffle_epi8(ofLower, bytes));
}

/// Combines both halves.
__m128i halved(__m256i sum) {
  return _mm_or_si128(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
}

/// All bytes of `low` together, and above them all of `high`.
unsigned folded(__m256i low, __m256i high) {
  const __m128i lowHalf = halved(low);
  const __m128i highHalf = halved(high);
  // Eight bytes of the one, and eight of the other.
  __m128i all = _mm_or_si128(_mm_unpacklo_epi64(lowHalf, highHalf), _mm_unpackhi_epi64(lowHalf, highHalf));
  all = _mm_or_si128(all, _mm_srli_epi64(all, 32));
  all = _mm_or_si128(all, _mm_srli_epi64(all, 16));
  all = _mm_or_si128(all, _mm_srli_epi64(all, 8));
  return static_cast<unsigned>(_mm_extract_epi8(all, 0)) | static_cast<unsigned>(_mm_extract_epi8(all, 8)) << 8U;
}

}  // namespace

std::uint16_t marksOfAvx2(std::string_view text) {
  constexpr std::size_t width = 32;
  const __m256i lowUpper = loaded(lowMarks.upper);
  const __m256i lowLower = loaded(lowMarks.lower);
  const __m256i highUpper = loaded(highMarks.upper);
  const __m256i highLower = loaded(highMarks.lower);
  __m256i low = _mm256_setzero_si256();
  __m256i high = _mm256_setzero_si256();
  __m256i any = _mm256_setzero_si256();
  const std::size_t last = text.size() - width;
  for (std::size_t at = 0;; at = at + width < last ? at + width : last) {  // the last step may overlap the one before
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + at));
    const __m256i upperHalves = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    low = _mm256_or_si256(low, lookedUp(bytes, upperHalves, lowUpper, lowLower));
    high = _mm256_or_si256(high, lookedUp(bytes, upperHalves, highUpper, highLower));
    any = _mm256_or_si256(any, bytes);
    if (at == last) {
      break;
    }
  }
  const unsigned bits = folded(low, high);
  unsigned marks = bits & ~((anyControl | secondForeign) << 8U);
  if ((bits & anyControl << 8U) != 0) {
    marks |= hasControl;
  }
  if ((bits & secondForeign << 8U) != 0) {
    marks |= hasForeignControl;
  }
  if (_mm256_movemask_epi8(any) != 0) {
    marks |= hasHighByte;
  }
  return static_cast<std::uint16_t>(marks);
}

}  // namespace kernline::logs
#endif
