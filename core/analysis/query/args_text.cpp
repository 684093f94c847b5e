// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/args_text.h"

#include "core/model/json/members.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kernline {

namespace {

enum class Sort : std::uint8_t { Plain, Blank, Quote, Backslash, Separator };

constexpr std::array<Sort, 256> sorts = [] {
  std::array<Sort, 256> table{};
  for (const char c : {' ', '\t', '\n', '\r'}) {
    table[static_cast<unsigned char>(c)] = Sort::Blank;
  }
  table['"'] = Sort::Quote;
  table['\\'] = Sort::Backslash;
  table[':'] = Sort::Separator;
  table[','] = Sort::Separator;
  return table;
}();

Sort sortOf(char c) {
  return sorts[static_cast<unsigned char>(c)];
}

bool endsInSeparator(const std::string& text) {
  return !text.empty() && sortOf(text.back()) == Sort::Separator;
}

/// Reads from a backslash at `p` to behind all adjacent escapes, so that pairs of surrogates stay together. Writes the
/// decoded text, which is not longer, to `out`, and moves `out` behind it.
const char* writeEscapes(const char* p, const char* end, char*& out) {
  const char* const begin = p;
  while (end - p >= 2 && *p == '\\') {
    p += p[1] == 'u' ? std::min<std::ptrdiff_t>(6, end - p) : 2;
  }
  p = p == begin ? p + 1 : p;
  for (const char c : chrome::unescape({begin, static_cast<std::size_t>(p - begin)})) {
    if (c != '"') {
      *out++ = c;
    }
  }
  return p;
}

/// Writes to `begin`, which has room for all of `json`; returns how much that is.
std::size_t writePlain(std::string_view json, char* begin) {
  char* out = begin;
  bool isInString = false;
  const char* const end = json.data() + json.size();
  for (const char* p = json.data(); p != end;) {
    const char c = *p;
    switch (sortOf(c)) {
      case Sort::Quote:
        isInString = !isInString;
        ++p;
        break;
      case Sort::Backslash:
        p = writeEscapes(p, end, out);
        break;
      case Sort::Blank:
        if (isInString && (out == begin || sortOf(out[-1]) != Sort::Separator)) {
          *out++ = c;
        }
        ++p;
        break;
      default:
        *out++ = c;
        ++p;
        break;
    }
  }
  return static_cast<std::size_t>(out - begin);
}

}  // namespace

void plainArgs(std::string_view json, std::string& out) {
  out.resize_and_overwrite(json.size(), [&](char* begin, std::size_t) { return writePlain(json, begin); });
}

std::string plainNeedle(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    const Sort sort = sortOf(c);
    if (sort != Sort::Quote && !(sort == Sort::Blank && endsInSeparator(plain))) {
      plain += c;
    }
  }
  return plain;
}

}  // namespace kernline
