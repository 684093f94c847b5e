// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/careful_event.h"

#include "core/import/chrome_json/decimal_time.h"
#include "core/import/chrome_json/members.h"
#include "core/import/chrome_json/text_scan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_set>

namespace kernline::chrome {

namespace {

constexpr std::array<std::string_view, 14> eventKeys{"ph",   "name", "cat", "pid", "tid", "ts",   "dur",
                                                     "args", "id",   "s",   "bp",  "tts", "tdur", "cname"};

/// The key that a quote at `p` opens, if it is one: quote, letters, quote, colon. Empty otherwise.
std::string_view keyAt(const char* p, const char* end) {
  constexpr std::ptrdiff_t longestKey = 64;
  if (p == end || *p != '"') {
    return {};
  }
  const char* const limit = end - p > longestKey ? p + longestKey : end;
  const char* const close = std::find_if(p + 1, limit, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  if (close == limit || *close != '"') {
    return {};
  }
  const char* const colon = skipSpace(close + 1, end);
  return colon != end && *colon == ':' ? std::string_view(p + 1, static_cast<std::size_t>(close - p - 1))
                                       : std::string_view{};
}

bool isNonFiniteText(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
    word.remove_prefix(1);
  }
  constexpr std::array<std::string_view, 4> spellings{"nan", "inf", "infinity", "nan(ind)"};
  return std::ranges::any_of(spellings, [&](std::string_view known) {
    return std::ranges::equal(word, known, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
  });
}

/// A member's value with the repairs it took.
struct LooseValue {
  RawValue::Kind kind = RawValue::Kind::None;
  std::string_view raw;  ///< inside of a string, token, or nested text with brackets
};

class CarefulEvent {
 public:
  CarefulEvent(const char* begin, const char* end, Event& event, EventScratch& scratch)
      : m_begin(begin), m_end(end), m_event(event), m_scratch(scratch) {}

  /// Behind the event's `}`, or nullptr if it is beyond repair within [begin, end).
  const char* read() {
    const char* p = m_begin + 1;
    for (;;) {
      p = skipCommas(p);
      if (p == m_end) {
        return nullptr;
      }
      if (*p == '}') {
        return p + 1;
      }
      p = readMember(p);
      if (p == nullptr) {
        return nullptr;
      }
      p = skipSpace(p, m_end);
      if (p != m_end && *p == '"') {
        note(IssueKind::MissingComma);
      } else if (p != m_end && *p != ',' && *p != '}') {
        return nullptr;
      }
    }
  }

  void report(ImportReport& to) const {
    for (std::size_t i = 0; i < issueKindCount; ++i) {
      to.addMany(static_cast<IssueKind>(i), m_counts[i], m_event.offset, m_event.name);
    }
  }

 private:
  void note(IssueKind kind, std::uint32_t count = 1) {
    // One event is one repair of a kind, but each value that was no number counts.
    std::uint32_t& noted = m_counts[static_cast<std::size_t>(kind)];
    noted = kind == IssueKind::NonFiniteNumber ? noted + count : 1;
  }

  const char* skipCommas(const char* p) {
    p = skipSpace(p, m_end);
    bool expected = m_members != 0;
    while (p != m_end && *p == ',') {
      if (!expected) {
        note(IssueKind::ExtraComma);
      }
      expected = false;
      p = skipSpace(p + 1, m_end);
    }
    if (p != m_end && *p == '}' && m_members != 0 && !expected) {
      note(IssueKind::ExtraComma);
    }
    return p;
  }

  bool isNewKey(std::string_view key) {
    constexpr std::size_t few = 32;
    if (m_keys.size() >= few) {
      return std::ranges::find(m_keys, key) == m_keys.end() && m_manyKeys.insert(key).second;
    }
    const bool isNew = std::ranges::find(m_keys, key) == m_keys.end();
    if (isNew) {
      m_keys.push_back(key);
    }
    return isNew;
  }

  const char* readMember(const char* p) {
    const std::string_view key = keyAt(p, m_end);
    if (key.data() == nullptr) {
      return nullptr;
    }
    ++m_members;
    p = skipSpace(key.data() + key.size() + 1, m_end);
    p = skipSpace(p + 1, m_end);
    LooseValue value;
    const char* const after = readValue(p, value);
    if (after == nullptr) {
      return nullptr;
    }
    if (!isNewKey(key)) {
      note(IssueKind::DuplicateKey);
    }
    take(key, value);
    return after;
  }

  const char* readValue(const char* p, LooseValue& value) {
    if (p == m_end) {
      return nullptr;
    }
    if (*p == '"') {
      value.kind = RawValue::Kind::String;
      return readString(p + 1, value.raw);
    }
    if (*p == '{' || *p == '[') {
      value.kind = *p == '{' ? RawValue::Kind::Object : RawValue::Kind::Array;
      const char* const after = readNested(p);
      value.raw = after == nullptr ? std::string_view{} : std::string_view(p, static_cast<std::size_t>(after - p));
      return after;
    }
    const ValueScan scan = scanValue(p, m_end);
    value.kind = scan.value.kind;
    value.raw = scan.value.text;
    if (value.kind == RawValue::Kind::Word && value.raw != "true" && value.raw != "false" && value.raw != "null") {
      if (!isNonFiniteText(value.raw)) {
        return nullptr;
      }
      note(IssueKind::NonFiniteNumber);
    }
    return scan.after;
  }

  /// The next quote that no backslash escapes, from inside a string; nullptr if there is none.
  const char* nextQuote(const char* p) {
    for (p = scanString(p, m_end).stop; p != m_end; p = scanString(p + 1, m_end).stop) {
      if (*p == '"') {
        return p;
      }
      if (*p != '\\') {
        note(IssueKind::ControlCharacter);
      } else if (p + 1 == m_end) {
        return nullptr;
      } else if (std::string_view("\"\\/bfnrtu").find(p[1]) == std::string_view::npos) {
        note(IssueKind::RawBackslash);
      } else {
        ++p;
      }
    }
    return nullptr;
  }

  /// From inside a value string to behind the quote that really ends it: the one before a closing brace, or before
  /// a comma and the next key. Other quotes are text that should have been escaped.
  const char* readString(const char* p, std::string_view& raw) {
    const char* const begin = p;
    for (p = nextQuote(p); p != nullptr; p = nextQuote(p + 1)) {
      const char* next = skipSpace(p + 1, m_end);
      if (next == m_end || *next == ':') {
        return nullptr;  // the string was never closed and this belongs to a key
      }
      if (*next == '}' || (*next == ',' && endsMember(next + 1)) || keyAt(next, m_end).data() != nullptr) {
        raw = {begin, static_cast<std::size_t>(p - begin)};
        return p + 1;
      }
      note(IssueKind::UnescapedQuote);
    }
    return nullptr;
  }

  bool endsMember(const char* p) const {
    p = skipSpace(p, m_end);
    return p == m_end || *p == '}' || *p == ',' || keyAt(p, m_end).data() != nullptr;
  }

  /// Behind the bracket that closes the one at `p`. Clean text in one sweep, else string by string.
  const char* readNested(const char* p) {
    if (*p == '{') {
      const ObjectScan scan = skipObject(p + 1, m_end);
      if (scan.after != nullptr) {
        const std::string_view nested(p, static_cast<std::size_t>(scan.after - p));
        if (!scan.isAscii && !isUtf8(nested)) {
          note(IssueKind::InvalidUtf8);
        }
        if (!mayEndInComma(nested)) {
          if (scan.nonFinite != 0) {
            note(IssueKind::NonFiniteNumber, scan.nonFinite);
          }
          return scan.after;
        }
      }
    }
    std::vector<char> open;
    char previous = 0;
    while (p != m_end) {
      const char c = *p;
      if (c == '"') {
        p = behindNestedString(p + 1, open.back() == '{');
        if (p == nullptr) {
          return nullptr;
        }
        previous = '"';
        continue;
      }
      if (c == '{' || c == '[') {
        open.push_back(c);
      } else if (c == '}' || c == ']') {
        if (previous == ',') {
          note(IssueKind::ExtraComma);
        }
        if (open.empty() || open.back() != (c == '}' ? '{' : '[')) {
          return nullptr;
        }
        open.pop_back();
        if (open.empty()) {
          return p + 1;
        }
      } else if (((c | 0x20) >= 'a' && (c | 0x20) <= 'z') && !((previous | 0x20) >= 'a' && (previous | 0x20) <= 'z') &&
                 isNonFiniteWord(p, m_end)) {
        note(IssueKind::NonFiniteNumber);
      }
      previous = skipSpace(p, p + 1) == p ? c : previous;
      ++p;
    }
    return nullptr;
  }

  /// Whether a comma stands before a closing bracket, in a string perhaps.
  static bool mayEndInComma(std::string_view text) {
    for (std::size_t at = text.find(','); at != std::string_view::npos; at = text.find(',', at + 1)) {
      const char* const next = skipSpace(text.data() + at + 1, text.data() + text.size());
      if (next != text.data() + text.size() && (*next == '}' || *next == ']')) {
        return true;
      }
    }
    return false;
  }

  /// As readString, where a string may also be a key or an array's element.
  const char* behindNestedString(const char* p, bool inObject) {
    for (p = nextQuote(p); p != nullptr; p = nextQuote(p + 1)) {
      const char* const next = skipSpace(p + 1, m_end);
      if (next == m_end) {
        return nullptr;
      }
      if (*next == '}' || *next == ']' || *next == ':' || (*next == ',' && (!inObject || endsMember(next + 1)))) {
        return p + 1;
      }
      note(IssueKind::UnescapedQuote);
    }
    return nullptr;
  }

  std::string_view text(const LooseValue& value, std::string& scratch) {
    if (value.kind != RawValue::Kind::String) {
      return value.raw;
    }
    if (value.raw.find('\\') == std::string_view::npos && isUtf8(value.raw)) {
      return value.raw;
    }
    scratch = unescape(value.raw);
    if (repairUtf8(scratch)) {
      note(IssueKind::InvalidUtf8);
    }
    return scratch;
  }

  std::string_view idText(const LooseValue& value, std::string& scratch) {
    std::string canonical;
    const std::string_view plain = text(value, scratch);
    const std::string_view id = canonicalId(plain, canonical);
    if (id.data() == canonical.data()) {
      scratch = std::move(canonical);
      return scratch;
    }
    return id;
  }

  void takeTime(const LooseValue& value, NumberState& state, std::int64_t& ns) {
    if (value.kind == RawValue::Kind::Word && (value.raw == "null" || isNonFiniteText(value.raw))) {
      state = NumberState::Absent;
      return;
    }
    std::string scratch;
    const ParsedTime time = parseMicroseconds(text(value, scratch));
    state = time.state;
    ns = time.ns;
  }

  char firstOf(const LooseValue& value) const {
    return value.kind == RawValue::Kind::String && !value.raw.empty() ? value.raw.front() : '\0';
  }

  void take(std::string_view key, const LooseValue& value) {
    const bool isNull = value.kind == RawValue::Kind::Word && value.raw == "null";
    if (key == "ph") {
      m_event.phase = value.kind == RawValue::Kind::String && value.raw.size() == 1 ? value.raw.front() : '\0';
    } else if (key == "name") {
      m_event.name = isNull ? std::string_view{} : text(value, m_scratch.name);
    } else if (key == "cat") {
      m_event.category = isNull ? std::string_view{} : text(value, m_scratch.category);
    } else if (key == "pid") {
      m_event.hasPid = !isNull;
      m_event.pid = idText(value, m_scratch.pid);
    } else if (key == "tid") {
      m_event.hasTid = !isNull;
      m_event.tid = idText(value, m_scratch.tid);
    } else if (key == "ts") {
      takeTime(value, m_event.tsState, m_event.ts);
    } else if (key == "dur") {
      takeTime(value, m_event.durState, m_event.dur);
    } else if (key == "args") {
      takeArgs(value);
    } else {
      takeRare(key, value, isNull);
    }
  }

  void takeRare(std::string_view key, const LooseValue& value, bool isNull) {
    if (key == "id" && !isNull) {
      m_event.id = idText(value, m_scratch.id);
    } else if (key == "id2") {
      takeId2(value);
    } else if (key == "s") {
      m_event.instantScope = firstOf(value);
    } else if (key == "bp") {
      m_event.bindingPoint = firstOf(value);
    } else if (key == "scope") {
      m_event.scope = text(value, m_scratch.scope);
    } else if (key == "bind_id") {
      m_event.bindId = idText(value, m_scratch.bindId);
    } else if (key == "flow_in") {
      m_event.flowIn = value.raw == "true";
    } else if (key == "flow_out") {
      m_event.flowOut = value.raw == "true";
    } else if (key == "sf") {
      m_event.stackFrame = idText(value, m_scratch.stackFrame);
    }
  }

  void takeId2(const LooseValue& value) {
    for (const std::string_view member : {std::string_view{"global"}, std::string_view{"local"}}) {
      const RawValue id = findMember(value.raw, member);
      if (id.kind == RawValue::Kind::String || id.kind == RawValue::Kind::Number) {
        m_event.id = idText({id.kind, id.text}, m_scratch.id);
        m_event.idScope = member.front();
        return;
      }
    }
  }

  void takeArgs(const LooseValue& value) {
    m_event.args =
        value.kind == RawValue::Kind::Object || value.kind == RawValue::Kind::Array ? value.raw : std::string_view{};
    m_event.correlation = 0;
    m_event.externalId = 0;
    if (value.kind != RawValue::Kind::Object) {
      return;
    }
    for (MemberWalk walk(value.raw); walk.next();) {
      const std::string_view key = walk.key().text;
      const bool isCorrelation = key == "correlation";
      if (isCorrelation || key == "External id" || key == "external id") {
        takeArgId(walk.value(), isCorrelation ? m_event.correlation : m_event.externalId);
      }
    }
  }

  static void takeArgId(const RawValue& value, std::uint64_t& id) {
    constexpr std::size_t most64BitDigits = 19;
    const bool plain = value.kind == RawValue::Kind::Number && value.text.size() <= most64BitDigits &&
                       value.text.find_first_not_of("0123456789") == std::string_view::npos;
    if (plain) {
      id = 0;
      for (const char c : value.text) {
        id = id * 10 + static_cast<std::uint64_t>(c - '0');
      }
    }
  }

  const char* m_begin;
  const char* m_end;
  Event& m_event;
  EventScratch& m_scratch;
  std::vector<std::string_view> m_keys;             // the first few, which are all an event has
  std::unordered_set<std::string_view> m_manyKeys;  // and those behind them
  std::size_t m_members = 0;
  std::array<std::uint32_t, issueKindCount> m_counts{};
};

}  // namespace

bool looksLikeEvent(const char* p, const char* end) {
  if (p == end || *p != '{') {
    return false;
  }
  const std::string_view key = keyAt(skipSpace(p + 1, end), end);
  return std::ranges::find(eventKeys, key) != eventKeys.end();
}

const char* findEventStart(const char* p, const char* end) {
  while (p < end) {
    p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
    if (p == nullptr) {
      return end;
    }
    if (looksLikeEvent(p, end)) {
      const char* before = p;
      while (before[-1] == ' ' || before[-1] == '\n' || before[-1] == '\r' || before[-1] == '\t') {
        --before;
      }
      if (before[-1] == ',' || before[-1] == '[' || before[-1] == '}' || before[-1] == '\0') {
        return p;
      }
    }
    ++p;
  }
  return end;
}

CarefulRead readCarefully(const char* p, const char* end, std::uint64_t offset, Event& event, EventScratch& scratch,
                          ImportReport& report) {
  // An event reaches to the next one's start at the latest; where objects inside its args look like events, a few
  // starts further.
  constexpr int mostStarts = 8;
  const char* const next = findEventStart(p + 1, end);
  const char* limit = next;
  for (int i = 0; i < mostStarts; ++i) {
    event = {};
    event.offset = offset;
    CarefulEvent reader(p, limit, event, scratch);
    if (const char* after = reader.read()) {
      reader.report(report);
      return {true, false, after};
    }
    if (limit == end) {
      break;
    }
    limit = findEventStart(limit + 1, end);
  }
  return {false, limit == end, next};
}

}  // namespace kernline::chrome
