// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/careful_event.h"

#include "core/import/chrome_json/event_members.h"
#include "core/import/chrome_json/loose_value.h"
#include "core/model/json/text_scan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kernline::chrome {

namespace {

constexpr std::array<std::string_view, 14> eventKeys{"ph",   "name", "cat", "pid", "tid", "ts",   "dur",
                                                     "args", "id",   "s",   "bp",  "tts", "tdur", "cname"};

class CarefulEvent {
 public:
  CarefulEvent(const char* begin, const char* end, Event& event, EventScratch& scratch)
      : m_begin(begin), m_end(end), m_event(event), m_values(end, m_repairs), m_members(event, scratch, m_repairs) {}

  /// Returns the position behind the event's `}`, or nullptr if it is beyond repair within [begin, end).
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
        m_repairs.note(IssueKind::MissingComma);
      } else if (p != m_end && *p != ',' && *p != '}') {
        m_isHopeless = true;
        return nullptr;
      }
    }
  }

  void report(ImportReport& to) const { m_repairs.report(to, m_event); }

  /// Whether the event would still be wrong with more text.
  [[nodiscard]] bool isHopeless() const { return m_isHopeless || m_values.isHopeless(); }

 private:
  const char* skipCommas(const char* p) {
    p = skipSpace(p, m_end);
    bool expected = m_memberCount != 0;
    while (p != m_end && *p == ',') {
      if (!expected) {
        m_repairs.note(IssueKind::ExtraComma);
      }
      expected = false;
      p = skipSpace(p + 1, m_end);
    }
    if (p != m_end && *p == '}' && m_memberCount != 0 && !expected) {
      m_repairs.note(IssueKind::ExtraComma);
    }
    return p;
  }

  bool isNewKey(std::string_view key) {
    constexpr std::size_t maxListedKeys = 32;
    if (m_keys.size() >= maxListedKeys) {
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
      constexpr std::ptrdiff_t beyondAnyKey = 256;
      m_isHopeless = m_end - p > beyondAnyKey;
      return nullptr;
    }
    ++m_memberCount;
    p = skipSpace(key.data() + key.size() + 1, m_end);
    p = skipSpace(p + 1, m_end);
    LooseValue value;
    const char* const after = m_values.read(p, value);
    if (after == nullptr) {
      return nullptr;
    }
    if (!isNewKey(key)) {
      m_repairs.note(IssueKind::DuplicateKey);
    }
    m_members.take(key, value);
    return after;
  }

  const char* m_begin;
  const char* m_end;
  Event& m_event;
  RepairCounts m_repairs;
  LooseValueReader m_values;
  EventMembers m_members;
  std::vector<std::string_view> m_keys;             // the first few, which are all an event has
  std::unordered_set<std::string_view> m_manyKeys;  // keys after those
  std::size_t m_memberCount = 0;
  bool m_isHopeless = false;
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
    while (end - p > 1 && p[1] == '{') {
      ++p;  // braces in a row, of which only the last one can be an event's
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
                          ImportReport& report, int maxStarts) {
  scratch.starts.forgetBefore(p + 1);
  const char* const next = scratch.starts.from(p + 1, end);
  const char* limit = next;
  for (int i = 0; i < maxStarts; ++i) {
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
    if (reader.isHopeless()) {
      return {false, false, next};
    }
    limit = scratch.starts.from(limit + 1, end);
  }
  return {false, limit == end, next};
}

}  // namespace kernline::chrome
