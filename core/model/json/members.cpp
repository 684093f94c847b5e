// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/members.h"

#include "core/model/json/text_scan.h"

#include <algorithm>
#include <vector>

namespace kernline::chrome {

namespace {

/// Returns the position behind the quote that closes the string whose inside begins at `p`; nullptr if there is none.
/// Control bytes pass.
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

/// Returns the end like behindString, but quotes that cannot end a string are text that should have been escaped, on
/// one line.
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

/// Returns the position behind the bracket that closes the one at `begin`.
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

/// Returns, from inside damage, the comma before the next member, or the brace behind the last one; nullptr if there is
/// none.
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

/// Takes the text before the next member as the value that begins at `begin`.
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

}  // namespace kernline::chrome
