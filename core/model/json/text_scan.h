// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/text.h"

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <bit>
#include <string_view>

namespace kernline::chrome {

inline const char* skipSpace(const char* p, const char* end) {
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) {
    ++p;
  }
  return p;
}

constexpr bool isNumberByte(char c) {
  return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// Returns the start of the value after a key's closing quote; nullptr if there is no colon.
inline const char* behindColon(const char* p, const char* end) {
  p = skipSpace(p, end);
  return p != end && *p == ':' ? skipSpace(p + 1, end) : nullptr;
}

/// Scans the bytes at `p` that may belong to a number; returns the byte after them.
inline const char* scanNumber(const char* p, const char* end, std::string_view& text) {
  const char* const begin = p;
  while (p != end && isNumberByte(*p)) {
    ++p;
  }
  text = {begin, static_cast<std::size_t>(p - begin)};
  return p;
}

struct StringScan {
  const char* stop = nullptr;  ///< the first quote, backslash or control byte; `end` if there is none
  bool isAscii = true;         ///< whether all bytes before `stop` are ASCII
};

/// Finds the first byte from inside a string that may end it or needs a closer look.
inline StringScan scanString(const char* p, const char* end) {
  StringScan scan;
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i lastControl = _mm_set1_epi8(0x1f);
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i isControl = _mm_cmpeq_epi8(_mm_min_epu8(bytes, lastControl), bytes);
    const __m128i stops =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)), isControl);
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(stops));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (found != 0) {
      const int at = std::countr_zero(found);
      scan.isAscii = scan.isAscii && (high & ((1U << at) - 1)) == 0;
      scan.stop = p + at;
      return scan;
    }
    scan.isAscii = scan.isAscii && high == 0;
  }
#endif
  for (; p != end; ++p) {
    const auto c = static_cast<unsigned char>(*p);
    if (c == '"' || c == '\\' || c < 0x20) {
      break;
    }
    scan.isAscii = scan.isAscii && c < 0x80;
  }
  scan.stop = p;
  return scan;
}

/// Result of `skipObject`.
struct ObjectScan {
  /// First byte after the closing brace; nullptr if the text is not clean JSON up to there.
  const char* after = nullptr;
  bool isAscii = true;
  std::uint32_t nonFinite = 0;  ///< NaN, Infinity and the like outside strings
};

/// Skips from anywhere inside an object, outside strings, to after the brace that closes it. Checks as much of the
/// syntax as keeps damage local: quotes are followed by what may follow a string, no control bytes in strings, brackets
/// balance, no object begins where a key must. Needs AVX2 where the processor has it.
extern ObjectScan (*const skipObject)(const char* p, const char* end);

/// Skips an object without vector instructions, for other processors and as a reference in tests.
ObjectScan skipObjectPortably(const char* p, const char* end);

/// Returns true if a word is none of true, false, null and an exponent's "e". `p` is at a letter outside any
/// string, and the word is taken up to the next byte that is no letter.
bool isNonFiniteWord(const char* p, const char* end);

}  // namespace kernline::chrome
