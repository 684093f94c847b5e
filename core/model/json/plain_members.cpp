// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/plain_members.h"

namespace kernline::chrome {

namespace {

/// From inside a string to its quote; nullptr at a control byte, or if there is none.
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

/// Behind the array at `p`.
const char* behindPlainArray(const char* p, const char* end) {
  std::size_t depth = 0;
  bool ignored = false;
  while (p != end) {
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
