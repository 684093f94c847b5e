// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_members.h"

#include "core/import/events/decimal_time.h"
#include "core/model/json/members.h"

#include <algorithm>

namespace kernline::chrome {

namespace {

char firstOf(const LooseValue& value) {
  return value.kind == RawValue::Kind::String && !value.raw.empty() ? value.raw.front() : '\0';
}

void takeArgId(const RawValue& value, std::uint64_t& id) {
  constexpr std::size_t max64BitDigits = 19;
  const bool plain = value.kind == RawValue::Kind::Number && value.text.size() <= max64BitDigits &&
                     value.text.find_first_not_of("0123456789") == std::string_view::npos;
  if (plain) {
    id = 0;
    for (const char c : value.text) {
      id = id * 10 + static_cast<std::uint64_t>(c - '0');
    }
  }
}

/// Whether a member of an object or of those inside is no JSON.
bool isMended(std::string_view object, int level) {
  constexpr int deepest = 8;
  MemberWalk walk(object);
  while (walk.next()) {
    if (walk.repaired() ||
        (level < deepest && walk.value().kind == RawValue::Kind::Object && isMended(walk.value().text, level + 1))) {
      return true;
    }
  }
  return walk.repaired();
}

}  // namespace

std::string_view EventMembers::text(const LooseValue& value, std::string& scratch) {
  if (value.kind != RawValue::Kind::String) {
    return value.raw;
  }
  if (value.raw.find('\\') == std::string_view::npos && isUtf8(value.raw)) {
    return value.raw;
  }
  scratch = unescape(value.raw);
  if (repairUtf8(scratch)) {
    m_repairs.note(IssueKind::InvalidUtf8);
  }
  return scratch;
}

std::string_view EventMembers::idText(const LooseValue& value, std::string& scratch) {
  std::string canonical;
  const std::string_view plain = text(value, scratch);
  const std::string_view id = canonicalId(plain, canonical);
  if (id.data() == canonical.data()) {
    scratch = std::move(canonical);
    return scratch;
  }
  return id;
}

void EventMembers::takeTime(const LooseValue& value, NumberState& state, std::int64_t& ns) {
  if (value.kind == RawValue::Kind::Word && (value.raw == "null" || isNonFiniteText(value.raw))) {
    state = NumberState::Absent;
    return;
  }
  std::string scratch;
  std::string digits(text(value, scratch));
  std::ranges::replace(digits, ',', '.');  // a decimal comma
  const ParsedTime time = parseMicroseconds(digits);
  state = time.state;
  ns = time.ns;
}

void EventMembers::take(std::string_view key, const LooseValue& value) {
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

void EventMembers::takeRare(std::string_view key, const LooseValue& value, bool isNull) {
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

void EventMembers::takeId2(const LooseValue& value) {
  for (const std::string_view member : {std::string_view{"global"}, std::string_view{"local"}}) {
    const RawValue id = findMember(value.raw, member);
    if (id.kind == RawValue::Kind::String || id.kind == RawValue::Kind::Number) {
      m_event.id = idText({id.kind, id.text}, m_scratch.id);
      m_event.idScope = member.front();
      return;
    }
  }
}

void EventMembers::takeArgs(const LooseValue& value) {
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
  if (!m_repairs.has(IssueKind::UnescapedQuote) && isMended(value.raw, 0)) {
    m_repairs.note(IssueKind::DamagedValue);
  }
}

}  // namespace kernline::chrome
