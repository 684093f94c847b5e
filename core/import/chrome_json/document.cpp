// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/document.h"

#include "core/import/chrome_json/careful_event.h"
#include "core/import/events/decimal_time.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace kernline::chrome {

namespace {

constexpr std::size_t maxKeptEntryBytes = std::size_t{1} << 20;

bool isEventArrayKey(std::string_view key) {
  return key == "traceEvents";
}

/// Members that make an object a trace even where it has no events. Samples are a list there; other profilers count
/// theirs under that name.
bool isTraceMember(std::string_view key, char firstOfValue) {
  constexpr std::array<std::string_view, 8> known{"traceEvents",         "schemaVersion",    "deviceProperties",
                                                  "stackFrames",         "displayTimeUnit",  "otherData",
                                                  "baseTimeNanoseconds", "systemTraceEvents"};
  return std::ranges::find(known, key) != known.end() ||
         ((key == "samples" || key == "timeDeltas") && firstOfValue == '[');
}

}  // namespace

DocumentStop DocumentWalk::begin(std::string_view text) {
  const char* const first = text.data();
  const char* const end = first + text.size();
  const char* const p = skipSpace(first, end);
  const auto at = static_cast<std::uint64_t>(p - first);
  m_depth = 0;
  if (p == end) {
    return {DocumentStop::Kind::NotATrace, at};
  }
  if (*p == '[') {
    const char* const entry = skipSpace(p + 1, end);
    const bool couldBeEvents = entry == end || *entry == '{' || *entry == ']' || *entry == ',' || *entry == 'n';
    return {couldBeEvents ? DocumentStop::Kind::Events : DocumentStop::Kind::NotATrace, at + 1};
  }
  if (*p != '{') {
    return {DocumentStop::Kind::NotATrace, at};
  }
  if (looksLikeEvent(p, end) && text.substr(at, 4096).find("\"ph\"") != std::string_view::npos) {
    m_sawTraceMember = true;
    return {DocumentStop::Kind::Events, at};
  }
  m_depth = 1;
  return walkMembers(text, at + 1);
}

DocumentStop DocumentWalk::resume(std::string_view text, std::uint64_t at) {
  return m_depth == 0 ? DocumentStop{DocumentStop::Kind::End, at} : walkMembers(text, at);
}

DocumentStop DocumentWalk::walkMembers(std::string_view text, std::uint64_t at) {
  const char* const first = text.data();
  const char* const end = first + text.size();
  const char* p = first + at;
  const auto stopAt = [&](DocumentStop::Kind kind, const char* where) {
    return DocumentStop{kind, static_cast<std::uint64_t>(where - first)};
  };
  for (;;) {
    p = skipSpace(p, end);
    if (p == end) {
      return stopAt(DocumentStop::Kind::Truncated, p);
    }
    if (*p == ',') {
      ++p;
      continue;
    }
    if (*p == '}') {
      ++p;
      if (--m_depth == 0) {
        return stopAt(DocumentStop::Kind::End, p);
      }
      continue;
    }
    const ValueScan key = scanValue(p, end);
    if (key.after == nullptr || key.value.kind != RawValue::Kind::String) {
      return stopAt(key.after == nullptr ? DocumentStop::Kind::Truncated : DocumentStop::Kind::NotATrace, p);
    }
    const char* value = skipSpace(key.after, end);
    if (value == end || *value != ':') {
      return stopAt(value == end ? DocumentStop::Kind::Truncated : DocumentStop::Kind::NotATrace, p);
    }
    value = skipSpace(value + 1, end);
    m_sawTraceMember = m_sawTraceMember || isTraceMember(key.value.text, value == end ? '\0' : *value);
    if (isEventArrayKey(key.value.text) && value != end && *value == '[') {
      return stopAt(DocumentStop::Kind::Events, value + 1);
    }
    if (isEventArrayKey(key.value.text) && value != end && *value == '{') {
      ++m_depth;
      p = value + 1;
      continue;
    }
    const ValueScan scan = scanValue(value, end);
    if (scan.after == nullptr) {
      return stopAt(DocumentStop::Kind::Truncated, value);
    }
    take(key.value.text, scan.value.text, scan.value.kind == RawValue::Kind::String);
    p = scan.after;
  }
}

void DocumentWalk::take(std::string_view key, std::string_view raw, bool isString) {
  double start = 0;
  if (key == "baseTimeNanoseconds") {
    std::from_chars(raw.data(), raw.data() + raw.size(), m_facts.baseTimeNs);
  } else if (key == "stackFrames") {
    m_facts.stackFrames = raw;
    return;
  } else if (key == "samples") {
    m_facts.samples = raw;
    return;
  } else if (key == "nodes" || key == "head") {
    m_facts.profileNodes = raw;
    return;
  } else if (key == "timeDeltas" || key == "timestamps") {
    m_facts.profileDeltas = raw;
    return;
  } else if (key == "startTime") {
    m_facts.profileStart = parseDouble(raw, start) ? start : 0;
  }
  if (raw.size() <= maxKeptEntryBytes) {
    m_facts.entries.push_back({std::string(key), isString ? '"' + std::string(raw) + '"' : std::string(raw)});
  }
}

}  // namespace kernline::chrome
