// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/members.h"

#include "core/model/json/text_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace kernline::chrome {

namespace {

/// Behind the quote that closes the string whose inside begins at `p`; nullptr if none does. Control bytes pass.
const char* behindString(const char* p, const char* end, bool& hasEscapes) {
  for (;;) {
    p = scanString(p, end).stop;
    if (p == end) {
      return nullptr;
    }
    if (*p == '"') {
      return p + 1;
    }
    if (*p == '\\') {
      hasEscapes = true;
      if (++p == end) {
        return nullptr;
      }
    }
    ++p;
  }
}

/// Whether a string may end before `p`.
bool endsString(const char* p, const char* end, bool inObject) {
  p = skipSpace(p, end);
  return p == end || *p == ':' || *p == '}' || *p == ']' || (*p == ',' && (!inObject || beginsMember(p + 1, end))) ||
         keyAt(p, end).data() != nullptr;
}

/// As behindString; quotes that end nothing are text that should have been escaped, on one line.
const char* behindLooseString(const char* p, const char* end, bool inObject) {
  bool ignored = false;
  p = behindString(p, end, ignored);
  while (p != nullptr && !endsString(p, end, inObject)) {
    const char* const next = behindString(p, end, ignored);
    p = next == nullptr || std::find(p, next, '\n') != next ? nullptr : next;
  }
  return p;
}

const char* behindLooseBrackets(const char* p, const char* end) {
  std::vector<char> open;
  while (p != nullptr && p != end) {
    const char c = *p++;
    if (c == '"') {
      p = behindLooseString(p, end, open.back() == '{');
    } else if (c == '{' || c == '[') {
      open.push_back(c);
    } else if (c == '}' || c == ']') {
      if (open.back() != (c == '}' ? '{' : '[')) {
        return nullptr;
      }
      open.pop_back();
      if (open.empty()) {
        return p;
      }
    }
  }
  return nullptr;
}

/// Behind the bracket that closes the one at `begin`.
const char* behindBrackets(const char* begin, const char* end) {
  const char* p = begin;
  std::size_t depth = 0;
  bool ignored = false;
  bool isClean = true;
  while (p != end) {
    const char c = *p++;
    if (c == '"') {
      p = behindString(p, end, ignored);
      if (p == nullptr) {
        return nullptr;
      }
      if (isClean && !endsString(p, end, false)) {
        isClean = false;
        if (const char* const after = behindLooseBrackets(begin, end)) {
          return after;
        }
      }
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) {
        return p;
      }
    }
  }
  return nullptr;
}

/// `scanValue` where objects are clean.
ValueScan scanClean(const char* p, const char* end) {
  const char* const after = p != end && *p == '{' ? skipObject(p + 1, end).after : nullptr;
  if (after == nullptr) {
    return scanValue(p, end);
  }
  return {.value = {.kind = RawValue::Kind::Object, .text = {p, static_cast<std::size_t>(after - p)}}, .after = after};
}

/// From inside damage to the comma before the next member, or the brace behind the last one; nullptr if there is none.
const char* findNextMember(const char* p, const char* end) {
  for (; p != end; ++p) {
    if (*p == '}' || (*p == ',' && keyAt(skipSpace(p + 1, end), end).data() != nullptr)) {
      return p;
    }
  }
  return nullptr;
}

/// [begin, end) without a comma and white space behind it.
std::string_view trimmedEnd(const char* begin, const char* end) {
  while (end != begin && (end[-1] == ',' || static_cast<unsigned char>(end[-1]) <= ' ')) {
    --end;
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

bool isHex(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

bool readHex4(std::string_view raw, std::size_t at, std::uint32_t& value) {
  if (at + 4 > raw.size()) {
    return false;
  }
  for (std::size_t i = at; i < at + 4; ++i) {
    if (!isHex(raw[i])) {
      return false;
    }
  }
  std::from_chars(raw.data() + at, raw.data() + at + 4, value, 16);
  return true;
}

void appendUtf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

/// \uXXXX, a pair of surrogates included; `at` is behind the u. Returns how many characters it took, 0 if none.
std::size_t appendUnicodeEscape(std::string_view raw, std::size_t at, std::string& out) {
  std::uint32_t c = 0;
  if (!readHex4(raw, at, c)) {
    return 0;
  }
  if (c >= 0xd800 && c < 0xdc00) {
    std::uint32_t low = 0;
    if (raw.substr(at + 4, 2) == "\\u" && readHex4(raw, at + 6, low) && low >= 0xdc00 && low < 0xe000) {
      appendUtf8(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
      return 10;
    }
  }
  appendUtf8(out, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  return 4;
}

/// The length of the well-formed character at `p`, or 0, with the length of the ill-formed part in `bad`.
std::size_t characterLength(const unsigned char* p, const unsigned char* end, std::size_t& bad) {
  bad = 1;
  const unsigned char c = *p;
  if (c < 0x80) {
    return 1;
  }
  const std::size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (p + i == end) {
      bad = i;
      return 0;
    }
    unsigned char minByte = 0x80;
    unsigned char maxByte = 0xbf;
    if (i == 1) {
      minByte = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
      maxByte = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    }
    if (p[i] < minByte || p[i] > maxByte) {
      bad = i;
      return 0;
    }
  }
  return length;
}

}  // namespace

std::string RawValue::unescaped() const {
  return kind == Kind::String && hasEscapes ? unescape(text) : std::string(text);
}

MemberWalk::MemberWalk(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {
  if (text.empty() || (text.front() != '{' && text.front() != '[')) {
    m_at = m_end;
    m_broke = true;
    return;
  }
  m_isObject = text.front() == '{';
  ++m_at;
}

bool MemberWalk::next() {
  const auto stop = [this](bool broke) {
    m_broke = broke;
    m_at = m_end;
    return false;
  };
  for (;;) {
    const char* p = skipSpace(m_at, m_end);
    while (p != m_end && *p == ',') {
      p = skipSpace(p + 1, m_end);
    }
    if (p == m_end) {
      return stop(true);
    }
    if (*p == '}' || *p == ']') {
      return stop(false);
    }
    m_key = {};
    if (m_isObject) {
      const ValueScan key = *p == '"' ? scanValue(p, m_end) : ValueScan();
      m_key = key.value;
      const char* const colon = key.after == nullptr ? m_end : skipSpace(key.after, m_end);
      p = colon != m_end && *colon == ':' ? skipSpace(colon + 1, m_end) : nullptr;
      if (p == nullptr || (p != m_end && (*p == ',' || *p == '}'))) {
        m_repaired = true;
        m_at = findNextMember(p == nullptr ? skipSpace(m_at, m_end) + 1 : p, m_end);
        if (m_at == nullptr) {
          return stop(true);
        }
        continue;
      }
    }
    const ValueScan value = m_isClean ? scanClean(p, m_end) : scanValue(p, m_end);
    if (value.after == nullptr) {
      return stop(true);
    }
    m_value = value.value;
    m_at = value.after;
    if (m_isObject && !endsMember()) {
      mendValue(p);
    }
    return true;
  }
}

bool MemberWalk::endsMember() const {
  const char* p = skipSpace(m_at, m_end);
  if (p != m_end && *p == ',') {
    p = skipSpace(p + 1, m_end);
    return p == m_end || *p == '"' || *p == '}' || *p == ',';
  }
  return p == m_end || *p == '}' || *p == ']' || keyAt(p, m_end).data() != nullptr;
}

/// Takes what stands before the next member for the value that begins at `begin`.
void MemberWalk::mendValue(const char* begin) {
  m_repaired = true;
  if (m_value.kind == RawValue::Kind::String) {
    mendString();
    return;
  }
  const char* const next = findNextMember(m_at, m_end);
  m_at = next == nullptr ? m_end : next;
  m_value.text = trimmedEnd(begin, m_at);
  if (m_value.kind != RawValue::Kind::Number || !hasDecimalComma(m_value.text)) {
    m_value.kind = RawValue::Kind::String;
    m_value.hasEscapes = m_value.text.find('\\') != std::string_view::npos;
  }
}

/// Finds the quote that really ends the string: the one before a closing brace, or before a comma and the next key. If
/// a key begins first, it was never closed.
void MemberWalk::mendString() {
  const char* const begin = m_value.text.data();
  const char* close = m_at - 1;
  while (keyAt(close, m_end).data() == nullptr) {
    const char* const behind = behindString(close + 1, m_end, m_value.hasEscapes);
    if (behind == nullptr) {
      const char* const next = findNextMember(m_at, m_end);
      m_at = next == nullptr ? m_end : next;
      return;
    }
    close = behind - 1;
    if (endsString(behind, m_end, true) && keyAt(close, m_end).data() == nullptr) {
      m_value.text = {begin, static_cast<std::size_t>(close - begin)};
      m_at = behind;
      return;
    }
  }
  m_value.text = trimmedEnd(begin, close);
  m_at = close;
}

std::string_view keyAt(const char* p, const char* end) {
  constexpr std::ptrdiff_t maxKeyLength = 64;
  if (p == end || *p != '"') {
    return {};
  }
  const char* const limit = end - p > maxKeyLength ? p + maxKeyLength : end;
  const char* const close = std::find_if(p + 1, limit, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  if (close == limit || *close != '"') {
    return {};
  }
  const char* const colon = skipSpace(close + 1, end);
  return colon != end && *colon == ':' ? std::string_view(p + 1, static_cast<std::size_t>(close - p - 1))
                                       : std::string_view{};
}

bool beginsMember(const char* p, const char* end) {
  p = skipSpace(p, end);
  return p == end || *p == '}' || *p == ',' || keyAt(p, end).data() != nullptr;
}

bool hasDecimalComma(std::string_view number) {
  const std::size_t comma = number.find(',');
  const auto isPart = [](std::string_view part) {
    return !part.empty() && isDigit(part.back()) && std::ranges::all_of(part, isNumberByte);
  };
  return comma != std::string_view::npos && isPart(number.substr(0, comma)) && isPart(number.substr(comma + 1)) &&
         isDigit(number[comma + 1]);
}

ValueScan scanValue(const char* p, const char* end) {
  ValueScan scan;
  if (p == end) {
    return scan;
  }
  RawValue& value = scan.value;
  if (*p == '"') {
    value.kind = RawValue::Kind::String;
    scan.after = behindString(p + 1, end, value.hasEscapes);
    if (scan.after != nullptr) {
      value.text = {p + 1, static_cast<std::size_t>(scan.after - p - 2)};
    }
    return scan;
  }
  if (*p == '{' || *p == '[') {
    value.kind = *p == '{' ? RawValue::Kind::Object : RawValue::Kind::Array;
    scan.after = behindBrackets(p, end);
    if (scan.after != nullptr) {
      value.text = {p, static_cast<std::size_t>(scan.after - p)};
    }
    return scan;
  }
  const char* last = p;
  while (last != end && *last != ',' && *last != '}' && *last != ']' && static_cast<unsigned char>(*last) > ' ' &&
         *last != '"') {
    ++last;
  }
  if (last == p) {
    return scan;
  }
  const bool isNumber = (*p >= '0' && *p <= '9') || ((*p == '-' || *p == '.' || *p == '+') && last - p > 1 &&
                                                     (p[1] == '.' || (p[1] >= '0' && p[1] <= '9')));
  value.kind = isNumber ? RawValue::Kind::Number : RawValue::Kind::Word;
  value.text = {p, static_cast<std::size_t>(last - p)};
  scan.after = last;
  return scan;
}

RawValue findMember(std::string_view object, std::string_view key) {
  RawValue found;
  for (MemberWalk walk(object); walk.next();) {
    if (walk.key().text == key) {
      found = walk.value();
    }
  }
  return found;
}

std::string unescape(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out += raw[i];
      continue;
    }
    const char c = raw[++i];
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view values = "\"\\/\b\f\n\r\t";
    if (const auto at = letters.find(c); at != std::string_view::npos) {
      out += values[at];
    } else if (const std::size_t taken = c == 'u' ? appendUnicodeEscape(raw, i + 1, out) : 0; taken != 0) {
      i += taken;
    } else {
      out += '\\';
      out += c;
    }
  }
  return out;
}

bool isUtf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  std::size_t bad = 0;
  while (p != end) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    const std::size_t length = characterLength(p, end, bad);
    if (length == 0) {
      return false;
    }
    p += length;
  }
  return true;
}

bool repairUtf8(std::string& text) {
  if (isUtf8(text)) {
    return false;
  }
  std::string repaired;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  while (p != end) {
    std::size_t bad = 0;
    const std::size_t length = characterLength(p, end, bad);
    if (length == 0) {
      appendUtf8(repaired, 0xfffd);
      p += bad;
    } else {
      repaired.append(reinterpret_cast<const char*>(p), length);
      p += length;
    }
  }
  text = std::move(repaired);
  return true;
}

std::string_view canonicalId(std::string_view text, std::string& scratch) {
  if (text.empty()) {
    return text;
  }
  const auto digits = text.front() == '-' ? text.substr(1) : text;
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const bool plain = std::ranges::all_of(digits, isDigit) && !digits.empty() && (digits.front() != '0' || text == "0");
  if (plain || !(isDigit(text.back()) || text.back() == '.')) {
    return text;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr double exactUpTo = 9007199254740992.0;  // 2^53
  if (error != std::errc{} || end != text.data() + text.size() || value != std::trunc(value) ||
      std::abs(value) > exactUpTo) {
    return text;
  }
  scratch = fmt::format("{}", static_cast<std::int64_t>(value));
  return scratch;
}

}  // namespace kernline::chrome
