// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/loose_value.h"

#include "core/model/json/text_scan.h"

#include <algorithm>
#include <vector>

namespace kernline::chrome {

namespace {

/// Whether a comma comes right before a closing bracket, in a string perhaps.
bool hasTrailingComma(std::string_view text) {
  for (std::size_t at = text.find(','); at != std::string_view::npos; at = text.find(',', at + 1)) {
    const char* const next = skipSpace(text.data() + at + 1, text.data() + text.size());
    if (next != text.data() + text.size() && (*next == '}' || *next == ']')) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool isNonFiniteText(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
    word.remove_prefix(1);
  }
  constexpr std::array<std::string_view, 4> spellings{"nan", "inf", "infinity", "nan(ind)"};
  return std::ranges::any_of(spellings, [&](std::string_view known) {
    return std::ranges::equal(word, known, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
  });
}

void RepairCounts::note(IssueKind kind, std::uint32_t count) {
  // One event is one repair of a kind, but each value that was no number counts.
  std::uint32_t& noted = m_counts[static_cast<std::size_t>(kind)];
  noted = kind == IssueKind::NonFiniteNumber ? noted + count : 1;
}

void RepairCounts::report(ImportReport& to, const Event& event) const {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    to.addMany(static_cast<IssueKind>(i), m_counts[i], event.offset, event.name);
  }
}

const char* LooseValueReader::read(const char* p, LooseValue& value) {
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
      m_isHopeless = scan.after != nullptr && scan.after != m_end;
      return nullptr;
    }
    m_repairs.note(IssueKind::NonFiniteNumber);
  }
  return value.kind == RawValue::Kind::Number ? behindDecimalComma(scan.after, value.raw) : scan.after;
}

/// A member is due behind a comma, so digits there are the rest of the number.
const char* LooseValueReader::behindDecimalComma(const char* p, std::string_view& raw) {
  if (m_end - p < 2 || *p != ',' || !isDigit(p[1])) {
    return p;
  }
  std::string_view rest;
  const char* const after = scanNumber(p + 1, m_end, rest);
  const std::string_view whole(raw.data(), static_cast<std::size_t>(after - raw.data()));
  if (!hasDecimalComma(whole)) {
    return p;
  }
  m_repairs.note(IssueKind::DamagedValue);
  raw = whole;
  return after;
}

/// The next quote that no backslash escapes, from inside a string; nullptr if there is none.
const char* LooseValueReader::nextQuote(const char* p) {
  for (p = scanString(p, m_end).stop; p != m_end; p = scanString(p + 1, m_end).stop) {
    if (*p == '"') {
      return p;
    }
    if (*p != '\\') {
      m_repairs.note(IssueKind::ControlCharacter);
    } else if (p + 1 == m_end) {
      return nullptr;
    } else if (std::string_view("\"\\/bfnrtu").find(p[1]) == std::string_view::npos) {
      m_repairs.note(IssueKind::RawBackslash);
    } else {
      ++p;
    }
  }
  return nullptr;
}

/// Reads from inside a value string to behind the quote that really ends it: the one before a closing brace, or before
/// a comma and the next key. Other quotes are text that should have been escaped.
const char* LooseValueReader::readString(const char* p, std::string_view& raw) {
  const char* const begin = p;
  for (p = nextQuote(p); p != nullptr; p = nextQuote(p + 1)) {
    const char* next = skipSpace(p + 1, m_end);
    if (next == m_end || *next == ':') {
      m_isHopeless = next != m_end;
      return nullptr;  // the string was never closed and this belongs to a key
    }
    if (*next == '}' || (*next == ',' && beginsMember(next + 1, m_end)) || keyAt(next, m_end).data() != nullptr) {
      raw = {begin, static_cast<std::size_t>(p - begin)};
      return p + 1;
    }
    m_repairs.note(IssueKind::UnescapedQuote);
  }
  return nullptr;
}

/// Reads to behind the bracket that closes the one at `p`: clean text in one sweep, else string by string.
const char* LooseValueReader::readNested(const char* p) {
  if (*p == '{') {
    const ObjectScan scan = skipObject(p + 1, m_end);
    if (scan.after != nullptr) {
      const std::string_view nested(p, static_cast<std::size_t>(scan.after - p));
      if (!scan.isAscii && !isUtf8(nested)) {
        m_repairs.note(IssueKind::InvalidUtf8);
      }
      if (!hasTrailingComma(nested)) {
        if (scan.nonFinite != 0) {
          m_repairs.note(IssueKind::NonFiniteNumber, scan.nonFinite);
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
        m_repairs.note(IssueKind::ExtraComma);
      }
      if (open.empty() || open.back() != (c == '}' ? '{' : '[')) {
        m_isHopeless = true;
        return nullptr;
      }
      open.pop_back();
      if (open.empty()) {
        return p + 1;
      }
    } else if (((c | 0x20) >= 'a' && (c | 0x20) <= 'z') && !((previous | 0x20) >= 'a' && (previous | 0x20) <= 'z') &&
               isNonFiniteWord(p, m_end)) {
      m_repairs.note(IssueKind::NonFiniteNumber);
    }
    previous = skipSpace(p, p + 1) == p ? c : previous;
    ++p;
  }
  return nullptr;
}

/// Reads like readString, but the string may also be a key or an array's element.
const char* LooseValueReader::behindNestedString(const char* p, bool inObject) {
  for (p = nextQuote(p); p != nullptr; p = nextQuote(p + 1)) {
    const char* const next = skipSpace(p + 1, m_end);
    if (next == m_end) {
      return nullptr;
    }
    if (*next == '}' || *next == ']' || *next == ':' ||
        (*next == ',' && (!inObject || beginsMember(next + 1, m_end)))) {
      return p + 1;
    }
    m_repairs.note(IssueKind::UnescapedQuote);
  }
  return nullptr;
}

}  // namespace kernline::chrome
