// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled for AVX2; called only where the processor has it.
#if defined(__AVX2__)
#include "core/import/chrome_json/block_masks.h"

#include <immintrin.h>

namespace kernline::chrome {
namespace {

struct Avx2 {
  static std::uint64_t bits(__m256i low, __m256i high) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32);
  }

  static std::uint64_t equal(__m256i low, __m256i high, char c) {
    const __m256i wanted = _mm256_set1_epi8(c);
    return bits(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
  }

  static __m256i letters(__m256i bytes) {
    const __m256i lower = _mm256_or_si256(bytes, _mm256_set1_epi8(0x20));
    return _mm256_and_si256(_mm256_cmpgt_epi8(lower, _mm256_set1_epi8('a' - 1)),
                            _mm256_cmpgt_epi8(_mm256_set1_epi8('z' + 1), lower));
  }

  static BlockMasks masks(const char* bytes) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
    const __m256i lastControl = _mm256_set1_epi8(0x1f);
    BlockMasks m;
    m.quote = equal(low, high, '"');
    m.backslash = equal(low, high, '\\');
    m.control = bits(_mm256_cmpeq_epi8(_mm256_min_epu8(low, lastControl), low),
                     _mm256_cmpeq_epi8(_mm256_min_epu8(high, lastControl), high));
    m.openBrace = equal(low, high, '{');
    m.closeBrace = equal(low, high, '}');
    m.openBracket = equal(low, high, '[');
    m.closeBracket = equal(low, high, ']');
    // Control bytes that are no white space are caught elsewhere or harmless here.
    m.comma = equal(low, high, ',');
    m.mayFollowString =
        m.comma | equal(low, high, ':') | equal(low, high, ' ') | m.closeBrace | m.closeBracket | m.control;
    m.letter = bits(letters(low), letters(high));
    m.high = bits(low, high);
    return m;
  }

  static std::uint64_t prefixXor(std::uint64_t mask) {
    const __m128i ones = _mm_set1_epi8(static_cast<char>(0xff));
    const __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(mask)), ones, 0);
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
  }
};

}  // namespace

ObjectScan skipObjectAvx2(const char* p, const char* end) {
  return ObjectSkipper<Avx2>(p, end).run();
}

}  // namespace kernline::chrome
#endif
