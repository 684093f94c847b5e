// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/strict_json.h"

#include "core/model/base/text.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace kernline::chrome {

namespace {

class StrictReader {
 public:
  explicit StrictReader(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

  bool run() {
    do {
      if (!readValueOrOpen()) {
        return false;
      }
      while (!m_wantsValue && !m_open.empty()) {
        if (!readBehindValue()) {
          return false;
        }
      }
    } while (!m_open.empty());
    skip();
    return m_at == m_end;
  }

 private:
  void skip() { m_at = skipSpace(m_at, m_end); }
  bool take(char c) {
    if (m_at == m_end || *m_at != c) {
      return false;
    }
    ++m_at;
    return true;
  }

  /// A value, or the begin of one: then a value is wanted, unless it is empty.
  bool readValueOrOpen() {
    skip();
    m_wantsValue = false;
    if (m_at == m_end) {
      return false;
    }
    const char first = *m_at;
    if (first == '{' || first == '[') {
      ++m_at;
      skip();
      if (take(first == '{' ? '}' : ']')) {
        return true;
      }
      m_open.push_back(first);
      m_wantsValue = true;
      return first == '[' || readKey();
    }
    if (first == '"') {
      ++m_at;
      return readString();
    }
    return first == '-' || isDigit(first) ? readNumber() : readWord();
  }

  /// A comma and what has to follow, or the end of what is open.
  bool readBehindValue() {
    skip();
    const char open = m_open.back();
    if (take(',')) {
      m_wantsValue = true;
      skip();
      return open == '[' || readKey();
    }
    if (take(open == '{' ? '}' : ']')) {
      m_open.pop_back();
      return true;
    }
    return false;
  }

  bool readKey() {
    if (!take('"') || !readString()) {
      return false;
    }
    skip();
    return take(':');
  }

  bool readString() {
    const char* const begin = m_at;
    bool isAscii = true;
    for (;;) {
      const StringScan scan = scanString(m_at, m_end);
      isAscii = isAscii && scan.isAscii;
      m_at = scan.stop;
      if (take('"')) {
        return isAscii || isUtf8({begin, static_cast<std::size_t>(m_at - begin)});
      }
      if (!take('\\') || !readEscape()) {
        return false;
      }
    }
  }

  bool readEscape() {
    constexpr std::string_view letters = "\"\\/bfnrt";
    if (m_at != m_end && letters.contains(*m_at)) {
      ++m_at;
      return true;
    }
    std::uint32_t unit = 0;
    if (!readUnit(unit) || (unit >= 0xdc00 && unit < 0xe000)) {
      return false;
    }
    if (unit < 0xd800 || unit >= 0xe000) {
      return true;
    }
    return take('\\') && readUnit(unit) && unit >= 0xdc00 && unit < 0xe000;
  }

  /// uXXXX
  bool readUnit(std::uint32_t& unit) {
    constexpr int digits = 4;
    if (!take('u') || m_end - m_at < digits) {
      return false;
    }
    const auto [behind, error] = std::from_chars(m_at, m_at + digits, unit, 16);
    const bool isWhole = error == std::errc{} && behind == m_at + digits;
    m_at = behind;
    return isWhole;
  }

  bool readDigits() {
    const char* const begin = m_at;
    while (m_at != m_end && isDigit(*m_at)) {
      ++m_at;
    }
    return m_at != begin;
  }

  bool readNumber() {
    const char* const begin = m_at;
    take('-');
    if (!take('0') && !readDigits()) {
      return false;
    }
    if (take('.') && !readDigits()) {
      return false;
    }
    const bool hasExponent = take('e') || take('E');
    if (hasExponent) {
      if (!take('+')) {
        take('-');
      }
      if (!readDigits()) {
        return false;
      }
    }
    constexpr std::ptrdiff_t alwaysFinite = 300;
    return (!hasExponent && m_at - begin < alwaysFinite) ||
           std::isfinite(std::strtod(std::string(begin, m_at).c_str(), nullptr));
  }

  bool readWord() {
    for (const std::string_view word :
         {std::string_view("true"), std::string_view("false"), std::string_view("null")}) {
      if (std::string_view(m_at, static_cast<std::size_t>(m_end - m_at)).starts_with(word)) {
        m_at += word.size();
        return true;
      }
    }
    return false;
  }

  const char* m_at;
  const char* m_end;
  std::string m_open;  // brackets, outermost first
  bool m_wantsValue = false;
};

}  // namespace

bool isStrictJson(std::string_view text) {
  return StrictReader(text).run();
}

}  // namespace kernline::chrome
