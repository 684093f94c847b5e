// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/word_find.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kernline {

namespace {}  // namespace

WordFind::WordFind(std::string_view word, bool matchCase) : m_lower(word), m_upper(word) {
  if (!matchCase) {
    std::ranges::transform(m_lower, m_lower.begin(), toLower);
    std::ranges::transform(m_upper, m_upper.begin(), toUpper);
  }
}

bool WordFind::isAt(const char* p) const {
  for (std::size_t i = 0; i < m_lower.size(); ++i) {
    if (p[i] != m_lower[i] && p[i] != m_upper[i]) {
      return false;
    }
  }
  return true;
}

const char* WordFind::next(const char* p, const char* end) const {
  const auto length = static_cast<std::ptrdiff_t>(m_lower.size());
#if defined(__SSE2__)
  // Sixteen places at a time: where both the first and the last byte are right, the rest is looked at.
  const __m128i first[2] = {_mm_set1_epi8(m_lower.front()), _mm_set1_epi8(m_upper.front())};
  const __m128i last[2] = {_mm_set1_epi8(m_lower.back()), _mm_set1_epi8(m_upper.back())};
  const auto isEither = [](__m128i bytes, const __m128i(&wanted)[2]) {
    return _mm_or_si128(_mm_cmpeq_epi8(bytes, wanted[0]), _mm_cmpeq_epi8(bytes, wanted[1]));
  };
  for (; end - p >= 16 + length; p += 16) {
    const __m128i begins = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i ends = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + length - 1));
    auto places =
        static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(isEither(begins, first), isEither(ends, last))));
    for (; places != 0; places &= places - 1) {
      const char* const place = p + std::countr_zero(places);
      if (isAt(place)) {
        return place;
      }
    }
  }
#endif
  for (; end - p >= length; ++p) {
    if (isAt(p)) {
      return p;
    }
  }
  return end;
}

}  // namespace kernline
