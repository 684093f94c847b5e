// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/fast_args.h"

#include "core/import/events/decimal_time.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

namespace kernline::chrome {

namespace {

class FastArgs {
 public:
  FastArgs(const char* end, Event& event) : m_end(end), m_event(event) {}

  /// Member by member while they are numbers and plain strings and an id may follow; the rest in one sweep.
  const char* walk(const char* p) {
    for (;;) {
      p = skipSpace(p, m_end);
      if (p == m_end) {
        return nullptr;
      }
      if (*p == '}') {
        return p + 1;
      }
      if (*p != '"' || hasAllIds()) {
        return sweep(p);
      }
      const StringScan key = scanString(p + 1, m_end);
      if (key.stop == m_end || *key.stop != '"' || !key.isAscii) {
        return sweep(p);
      }
      const std::string_view name(p + 1, static_cast<std::size_t>(key.stop - p - 1));
      const char* value = behindColon(key.stop + 1, m_end);
      if (value == nullptr || value == m_end) {
        return nullptr;
      }
      const char* after = walkValue(value, name);
      if (after == nullptr) {
        return sweep(p);
      }
      p = skipSpace(after, m_end);
      if (p == m_end || (*p != ',' && *p != '}')) {
        return nullptr;
      }
      if (*p == ',') {
        p = skipSpace(p + 1, m_end);
        if (p == m_end || *p != '"') {
          return nullptr;  // a comma too many
        }
      }
    }
  }

  [[nodiscard]] bool isAscii() const { return m_isAscii; }
  [[nodiscard]] std::uint32_t nonFinite() const { return m_nonFinite; }

 private:
  const char* walkValue(const char* p, std::string_view key) {
    if (*p == '"') {
      const StringScan scan = scanString(p + 1, m_end);
      m_isAscii = m_isAscii && scan.isAscii;
      return scan.stop != m_end && *scan.stop == '"' ? scan.stop + 1 : nullptr;
    }
    if (!isDigit(*p)) {
      return nullptr;
    }
    std::uint64_t number = 0;
    const char* const begin = p;
    while (p != m_end && isDigit(*p)) {
      number = number * 10 + static_cast<std::uint64_t>(*p++ - '0');
    }
    if (p == m_end || isNumberByte(*p)) {
      std::string_view token;
      p = scanNumber(begin, m_end, token);
      double ignored = 0;
      return parseDouble(token, ignored) ? p : nullptr;
    }
    constexpr std::ptrdiff_t max64BitDigits = 19;
    constexpr std::size_t idKeyLength = 11;
    if (key.size() == idKeyLength && p - begin <= max64BitDigits) {
      takeId(key, number);
    }
    return p;
  }

  void takeId(std::string_view key, std::uint64_t number) {
    if (key == "correlation") {
      m_event.correlation = number;
    } else if (key == "External id" || key == "external id") {
      m_event.externalId = number;
    }
  }

  [[nodiscard]] bool hasAllIds() const {
    return m_event.externalId != 0 && (m_event.correlation != 0 || m_event.category == "cpu_op");
  }

  const char* sweep(const char* p) {
    const ObjectScan scan = skipObject(p, m_end);
    if (scan.after == nullptr) {
      return nullptr;
    }
    m_isAscii = m_isAscii && scan.isAscii;
    m_nonFinite += scan.nonFinite;
    if (!hasAllIds()) {
      findIds({p, static_cast<std::size_t>(scan.after - p)});
    }
    return scan.after;
  }

  /// Ids behind members too complex to walk. `rest` begins at a key.
  void findIds(std::string_view rest) {
    if (rest.find("correlation\"") == std::string_view::npos && rest.find("xternal id\"") == std::string_view::npos) {
      return;
    }
    for (MemberWalk walk(MemberWalk::Inside{}, rest); walk.next();) {
      if (walk.value().kind == RawValue::Kind::Number) {
        std::uint64_t number = 0;
        bool plain = !walk.value().text.empty() && walk.value().text.size() <= 19;
        for (const char c : walk.value().text) {
          plain = plain && isDigit(c);
          number = number * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (plain) {
          takeId(walk.key().text, number);
        }
      }
    }
  }

  const char* m_end;
  Event& m_event;
  bool m_isAscii = true;
  std::uint32_t m_nonFinite = 0;
};

}  // namespace

const char* readFastArgs(const char* p, const char* end, Event& event, std::uint32_t& nonFinite) {
  FastArgs reader(end, event);
  const char* const after = reader.walk(p + 1);
  if (after == nullptr) {
    return nullptr;
  }
  event.args = {p, static_cast<std::size_t>(after - p)};
  nonFinite += reader.nonFinite();
  return reader.isAscii() || isUtf8(event.args) ? after : nullptr;
}

}  // namespace kernline::chrome
