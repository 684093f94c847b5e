// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/plain_members.h"

#include <bit>

namespace kernline::chrome {

namespace {

/// Returns, from inside a string, its quote; nullptr at a control byte, or if there is none.
const char* closingQuote(const char* p, const char* end, bool& hasEscapes) {
  for (;;) {
    p = scanString(p, end).stop;
    if (p == end || *p == '"') {
      return p == end ? nullptr : p;
    }
    if (*p != '\\' || end - p < 2 || static_cast<unsigned char>(p[1]) < ' ') {
      return nullptr;
    }
    hasEscapes = true;
    p += 2;
  }
}

#if defined(__SSE2__)
/// Goes from inside `depth` arrays to the first quote, brace or colon, or behind the bracket that closes the outermost
/// one: then `depth` is 0. Leaves out the last bytes before `end`.
const char* passNumbers(const char* p, const char* end, std::size_t& depth) {
  const auto where = [](const __m128i& bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto opening = static_cast<unsigned>(_mm_movemask_epi8(where(bytes, '[')));
    const auto closing = static_cast<unsigned>(_mm_movemask_epi8(where(bytes, ']')));
    const __m128i others = _mm_or_si128(_mm_or_si128(where(bytes, '"'), where(bytes, ':')),
                                        _mm_or_si128(where(bytes, '{'), where(bytes, '}')));
    const auto stops = static_cast<unsigned>(_mm_movemask_epi8(others));
    const unsigned before = stops == 0 ? 0xffffU : (1U << static_cast<unsigned>(std::countr_zero(stops))) - 1;
    for (unsigned brackets = (opening | closing) & before; brackets != 0; brackets &= brackets - 1) {
      const bool opens = (opening & brackets & (~brackets + 1)) != 0;
      depth = opens ? depth + 1 : depth - 1;
      if (depth == 0) {
        return p + std::countr_zero(brackets) + 1;
      }
    }
    if (stops != 0) {
      return p + std::countr_zero(stops);
    }
  }
  return p;
}
#else
const char* passNumbers(const char* p, const char* /*end*/, std::size_t& /*depth*/) {
  return p;
}
#endif

/// Returns the position behind the array at `p`.
const char* behindPlainArray(const char* p, const char* end) {
  std::size_t depth = 1;
  bool ignored = false;
  ++p;
  while (p != end) {
    p = passNumbers(p, end, depth);
    if (depth == 0) {
      return p;
    }
    if (p == end) {
      return nullptr;
    }
    const char c = *p;
    if (c == '"') {
      const char* const quote = closingQuote(p + 1, end, ignored);
      p = quote == nullptr ? end : skipSpace(quote + 1, end);
      if (p == end || (*p != ',' && *p != ']')) {
        return nullptr;
      }
    } else if (c == '{') {
      p = skipObject(p + 1, end).after;
      if (p == nullptr) {
        return nullptr;
      }
    } else if (c == '}' || c == ':') {
      return nullptr;
    } else {
      ++p;
      depth += c == '[' ? 1U : 0U;
      if (c == ']' && --depth == 0) {
        return p;
      }
    }
  }
  return nullptr;
}

}  // namespace

ValueScan scanPlainValue(const char* p, const char* end) {
  ValueScan scan;
  if (p == end) {
    return scan;
  }
  RawValue& value = scan.value;
  switch (*p) {
    case '"':
      value.kind = RawValue::Kind::String;
      if (const char* const quote = closingQuote(p + 1, end, value.hasEscapes)) {
        value.text = {p + 1, static_cast<std::size_t>(quote - p - 1)};
        scan.after = quote + 1;
      }
      return scan;
    case '{':
    case '[':
      value.kind = *p == '{' ? RawValue::Kind::Object : RawValue::Kind::Array;
      scan.after = *p == '{' ? skipObject(p + 1, end).after : behindPlainArray(p, end);
      if (scan.after != nullptr) {
        value.text = {p, static_cast<std::size_t>(scan.after - p)};
      }
      return scan;
    default:
      return scanValue(p, end);
  }
}

}  // namespace kernline::chrome
