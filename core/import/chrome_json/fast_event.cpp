// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/fast_event.h"

#include "core/import/chrome_json/fast_args.h"
#include "core/import/events/decimal_time.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <cstring>

namespace kernline::chrome {

namespace {

/// Bytes of `text` as an integer in memory order, for comparing keys in one step.
constexpr std::uint64_t packed(std::string_view text) {
  std::uint64_t value = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(text[i]);
  }
  return value;
}

/// Whether `word`, eight bytes of text, begins with `key` and the quote behind it.
#define KERNLINE_KEY(key) ((word & (~std::uint64_t{0} >> (64 - 8 * sizeof(key)))) == packed(key "\""))

enum Seen : std::uint32_t {
  Ph = 1U << 0,
  Name = 1U << 1,
  Cat = 1U << 2,
  Pid = 1U << 3,
  Tid = 1U << 4,
  Ts = 1U << 5,
  Dur = 1U << 6,
  Args = 1U << 7,
  Id = 1U << 8,
  Id2 = 1U << 9,
  Bp = 1U << 10,
  S = 1U << 11,
  Scope = 1U << 12,
  BindId = 1U << 13,
  FlowIn = 1U << 14,
  FlowOut = 1U << 15,
  Sf = 1U << 16,
};

class FastEvent {
 public:
  FastEvent(const char* end, Event& event, EventScratch& scratch) : m_end(end), m_event(event), m_scratch(scratch) {}

  const char* read(const char* p) {
    p = skipSpace(p + 1, m_end);
    if (p != m_end && *p == '}') {
      return p + 1;
    }
    for (;;) {
      constexpr std::ptrdiff_t maxKnownKeyLength = 32;
      if (m_end - p < maxKnownKeyLength || *p != '"') {
        return nullptr;
      }
      p = readMember(p + 1);
      if (p == nullptr) {
        return nullptr;
      }
      p = skipSpace(p, m_end);
      if (p == m_end) {
        return nullptr;
      }
      if (*p == '}') {
        return p + 1;
      }
      if (*p != ',') {
        return nullptr;
      }
      p = skipSpace(p + 1, m_end);
    }
  }

  [[nodiscard]] std::uint32_t nonFinite() const { return m_nonFinite; }

 private:
  /// Reads a member whose key begins at `key`; returns behind its value.
  const char* readMember(const char* key) {
    std::uint64_t word = 0;
    std::memcpy(&word, key, sizeof word);
    if (KERNLINE_KEY("ph")) {
      return once(Ph) ? readCharacter(valueAt(key + 3), m_event.phase, true) : nullptr;
    }
    if (KERNLINE_KEY("cat")) {
      return once(Cat) ? readText(valueAt(key + 4), m_event.category, m_scratch.category) : nullptr;
    }
    if (KERNLINE_KEY("name")) {
      return once(Name) ? readText(valueAt(key + 5), m_event.name, m_scratch.name) : nullptr;
    }
    if (KERNLINE_KEY("pid")) {
      m_event.hasPid = true;
      return once(Pid) ? readId(valueAt(key + 4), m_event.pid, m_scratch.pid) : nullptr;
    }
    if (KERNLINE_KEY("tid")) {
      m_event.hasTid = true;
      return once(Tid) ? readId(valueAt(key + 4), m_event.tid, m_scratch.tid) : nullptr;
    }
    if (KERNLINE_KEY("ts")) {
      return once(Ts) ? readTime(valueAt(key + 3), m_event.tsState, m_event.ts) : nullptr;
    }
    if (KERNLINE_KEY("dur")) {
      return once(Dur) ? readTime(valueAt(key + 4), m_event.durState, m_event.dur) : nullptr;
    }
    if (KERNLINE_KEY("args")) {
      return once(Args) ? readArgs(valueAt(key + 5)) : nullptr;
    }
    return readRareMember(key, word);
  }

  const char* readRareMember(const char* key, std::uint64_t word) {
    if (KERNLINE_KEY("id")) {
      return once(Id) ? readId(valueAt(key + 3), m_event.id, m_scratch.id) : nullptr;
    }
    if (KERNLINE_KEY("s")) {
      return once(S) ? readCharacter(valueAt(key + 2), m_event.instantScope, false) : nullptr;
    }
    if (KERNLINE_KEY("bp")) {
      return once(Bp) ? readCharacter(valueAt(key + 3), m_event.bindingPoint, false) : nullptr;
    }
    if (KERNLINE_KEY("sf")) {
      return once(Sf) ? readId(valueAt(key + 3), m_event.stackFrame, m_scratch.stackFrame) : nullptr;
    }
    if (KERNLINE_KEY("scope")) {
      return once(Scope) ? readText(valueAt(key + 6), m_event.scope, m_scratch.scope) : nullptr;
    }
    if (KERNLINE_KEY("bind_id")) {
      return once(BindId) ? readId(valueAt(key + 8), m_event.bindId, m_scratch.bindId) : nullptr;
    }
    if (KERNLINE_KEY("flow_in")) {
      return once(FlowIn) ? readFlag(valueAt(key + 8), m_event.flowIn) : nullptr;
    }
    if (word == packed("flow_out") && key[8] == '"') {
      return once(FlowOut) ? readFlag(valueAt(key + 9), m_event.flowOut) : nullptr;
    }
    if (KERNLINE_KEY("id2")) {
      return nullptr;  // rare and nested
    }
    const StringScan scan = scanString(key, m_end);
    if (scan.stop == m_end || *scan.stop != '"') {
      return nullptr;
    }
    return skipScalar(valueAt(scan.stop + 1));
  }

  bool once(Seen key) {
    const bool isFirst = (m_seen & key) == 0;
    m_seen |= key;
    return isFirst;
  }

  const char* valueAt(const char* p) const { return behindColon(p, m_end); }

  /// The string at `p`; nullptr if it is none or not clean.
  const char* readText(const char* p, std::string_view& text, std::string& scratch) const {
    if (p == nullptr || p == m_end || *p != '"') {
      return nullptr;
    }
    const char* const begin = ++p;
    StringScan scan = scanString(begin, m_end);
    if (scan.stop != m_end && *scan.stop == '\\') {
      return readEscapedText(begin, scan.stop, text, scratch);
    }
    if (scan.stop == m_end || *scan.stop != '"') {
      return nullptr;
    }
    text = {begin, static_cast<std::size_t>(scan.stop - begin)};
    return scan.isAscii || isUtf8(text) ? scan.stop + 1 : nullptr;
  }

  const char* readEscapedText(const char* begin, const char* p, std::string_view& text, std::string& scratch) const {
    for (;;) {
      if (p == m_end || static_cast<unsigned char>(*p) < 0x20) {
        return nullptr;
      }
      if (*p == '"') {
        break;
      }
      if (p + 1 == m_end || std::string_view("\"\\/bfnrtu").find(p[1]) == std::string_view::npos) {
        return nullptr;
      }
      p = scanString(p + 2, m_end).stop;
    }
    scratch = unescape({begin, static_cast<std::size_t>(p - begin)});
    text = scratch;
    return isUtf8(text) ? p + 1 : nullptr;
  }

  const char* readCharacter(const char* p, char& c, bool mustBeAlone) const {
    if (p == nullptr || m_end - p < 3 || *p != '"') {
      return nullptr;
    }
    if (p[2] == '"' && p[1] != '"' && p[1] != '\\' && p[1] > ' ') {
      c = p[1];
      return p + 3;
    }
    std::string scratch;
    std::string_view text;
    p = readText(p, text, scratch);
    c = mustBeAlone || text.empty() ? '\0' : text.front();
    return p;
  }

  const char* readId(const char* p, std::string_view& id, std::string& scratch) const {
    if (p == nullptr || p == m_end) {
      return nullptr;
    }
    std::string_view text;
    if (isDigit(*p) && *p != '0') {
      const char* const begin = p;
      while (p != m_end && isDigit(*p)) {
        ++p;
      }
      if (p != m_end && !isNumberByte(*p)) {
        id = {begin, static_cast<std::size_t>(p - begin)};
        return p;
      }
      p = begin;
    }
    if (*p == '"') {
      p = readText(p, text, scratch);
      if (p != nullptr && text.data() == scratch.data()) {
        id = text;
        return p;
      }
    } else if (isDigit(*p) || *p == '-') {
      p = scanNumber(p, m_end, text);
    } else {
      return nullptr;
    }
    id = p == nullptr ? std::string_view{} : canonicalId(text, scratch);
    return p;
  }

  const char* readTime(const char* p, NumberState& state, std::int64_t& ns) const {
    if (p == nullptr || p == m_end) {
      return nullptr;
    }
    if (isDigit(*p)) {
      if (const char* after = readPlainTime(p, ns)) {
        state = NumberState::Good;
        return after;
      }
    }
    std::string_view text;
    std::string scratch;
    if (*p == '"') {
      p = readText(p, text, scratch);
    } else if (isDigit(*p) || *p == '-') {
      p = scanNumber(p, m_end, text);
    } else {
      return nullptr;
    }
    const ParsedTime time = parseMicroseconds(text);
    state = time.state;
    ns = time.ns;
    return p;
  }

  /// Reads up to 15 digits and up to three decimals, as profilers write; leaves anything else to parseMicroseconds.
  const char* readPlainTime(const char* p, std::int64_t& ns) const {
    constexpr std::ptrdiff_t maxDigits = 15;
    const char* const begin = p;
    const char* const last = std::min(m_end, p + maxDigits + 5);
    std::uint64_t value = 0;  // may wrap where there are too many digits
    while (p != last && isDigit(*p)) {
      value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
    }
    if (p - begin > maxDigits) {
      return nullptr;
    }
    int missing = 3;
    if (p != last && *p == '.') {
      ++p;
      while (p != last && isDigit(*p) && missing > 0) {
        value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
        --missing;
      }
      if (missing == 3) {
        return nullptr;
      }
    }
    if (p == m_end || isNumberByte(*p)) {
      return nullptr;
    }
    constexpr std::int64_t scale[] = {1, 10, 100, 1000};
    ns = static_cast<std::int64_t>(value) * scale[missing];
    return p;
  }

  const char* readFlag(const char* p, bool& flag) const {
    if (p == nullptr) {
      return nullptr;
    }
    const std::string_view rest(p, static_cast<std::size_t>(m_end - p));
    flag = rest.starts_with("true");
    return flag ? p + 4 : rest.starts_with("false") ? p + 5 : nullptr;
  }

  /// Skips a string, number, true, false or null that is not needed.
  const char* skipScalar(const char* p) const {
    if (p == nullptr || p == m_end) {
      return nullptr;
    }
    if (*p == '"') {
      std::string_view ignored;
      std::string scratch;
      return readText(p, ignored, scratch);
    }
    if (isDigit(*p) || *p == '-') {
      std::string_view token;
      p = scanNumber(p, m_end, token);
      double value = 0;
      return parseDouble(token, value) ? p : nullptr;
    }
    const std::string_view rest(p, static_cast<std::size_t>(m_end - p));
    if (rest.starts_with("true") || rest.starts_with("null")) {
      return p + 4;
    }
    return rest.starts_with("false") ? p + 5 : nullptr;
  }

  const char* readArgs(const char* p) {
    if (p == nullptr || p == m_end || *p != '{') {
      return p == nullptr || p == m_end ? nullptr : skipScalar(p);
    }
    return readFastArgs(p, m_end, m_event, m_nonFinite);
  }

  const char* m_end;
  Event& m_event;
  EventScratch& m_scratch;
  std::uint32_t m_seen = 0;
  std::uint32_t m_nonFinite = 0;
};

}  // namespace

const char* readFastEvent(const char* p, const char* end, Event& event, EventScratch& scratch, ImportReport& report) {
  FastEvent reader(end, event, scratch);
  const char* const after = reader.read(p);
  if (after != nullptr && reader.nonFinite() != 0) {
    report.addMany(IssueKind::NonFiniteNumber, reader.nonFinite(), event.offset, event.name);
  }
  return after;
}

}  // namespace kernline::chrome
