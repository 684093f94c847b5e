// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/block_masks.h"

#include <string_view>

namespace kernline::chrome {

namespace {

struct Portable {
  static BlockMasks masks(const char* bytes) {
    BlockMasks m;
    for (int i = 0; i < 64; ++i) {
      const auto c = static_cast<unsigned char>(bytes[i]);
      const auto set = [i](std::uint64_t& mask, bool is) { mask |= static_cast<std::uint64_t>(is) << i; };
      set(m.quote, c == '"');
      set(m.backslash, c == '\\');
      set(m.control, c < 0x20);
      set(m.openBrace, c == '{');
      set(m.closeBrace, c == '}');
      set(m.openBracket, c == '[');
      set(m.closeBracket, c == ']');
      set(m.comma, c == ',');
      set(m.mayFollowString, c == ',' || c == ':' || c == '}' || c == ']' || c <= ' ');
      set(m.letter, (c | 0x20) >= 'a' && (c | 0x20) <= 'z');
      set(m.high, c >= 0x80);
    }
    return m;
  }

  static std::uint64_t prefixXor(std::uint64_t mask) {
    for (int shift = 1; shift < 64; shift *= 2) {
      mask ^= mask << shift;
    }
    return mask;
  }
};

}  // namespace

#if defined(KERNLINE_HAVE_AVX2)
ObjectScan skipObjectAvx2(const char* p, const char* end);
#endif

ObjectScan skipObjectPortably(const char* p, const char* end) {
  return ObjectSkipper<Portable>(p, end).run();
}

namespace {
auto chooseSkipper() {
#if defined(KERNLINE_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi")) {
    return &skipObjectAvx2;
  }
#endif
  return &skipObjectPortably;
}
}  // namespace

ObjectScan (*const skipObject)(const char* p, const char* end) = chooseSkipper();

bool isNonFiniteWord(const char* p, const char* end) {
  const char* last = p;
  while (last != end && (*last | 0x20) >= 'a' && (*last | 0x20) <= 'z') {
    ++last;
  }
  const std::string_view word(p, static_cast<std::size_t>(last - p));
  return word != "true" && word != "false" && word != "null" && word != "e" && word != "E";
}

}  // namespace kernline::chrome
