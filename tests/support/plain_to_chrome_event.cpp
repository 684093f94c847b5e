// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plain_to_chrome_event.h"

#include "tests/support/exact_time.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace kernline::test {

namespace {

using chrome::Event;
using chrome::NumberState;

constexpr std::int64_t maxTime = std::int64_t{1} << 61;

bool looksLikeNumber(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool onlyDigits = text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  return onlyDigits && !text.empty() && end == text.c_str() + text.size() && !std::isnan(value);
}

NumberState readTime(const PlainValue* value, std::int64_t& ns) {
  if (value == nullptr || value->kind == PlainValue::Kind::Null) {
    return NumberState::Absent;
  }
  if ((value->kind != PlainValue::Kind::Number && value->kind != PlainValue::Kind::Text) ||
      !looksLikeNumber(value->text)) {
    return NumberState::Bad;
  }
  const std::optional<std::int64_t> exact = nanoseconds(value->text);
  if (!exact || *exact > maxTime || *exact < -maxTime) {
    ns = value->text.front() == '-' ? -maxTime : maxTime;
    return NumberState::Clamped;
  }
  ns = *exact;
  return NumberState::Good;
}

std::uint64_t readId(const PlainValue* value) {
  std::uint64_t id = 0;
  if (value != nullptr && value->kind == PlainValue::Kind::Number) {
    const std::string& text = value->text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc{} || end != text.data() + text.size()) {
      return 0;
    }
  }
  return id;
}

char firstCharacter(const PlainValue* value) {
  const bool isText = value != nullptr && value->kind == PlainValue::Kind::Text;
  return isText && !value->text.empty() ? value->text.front() : '\0';
}

const PlainValue* scalar(const PlainMembers& members, std::string_view key) {
  const PlainValue* value = findLast(members, key);
  const bool counts = value != nullptr && value->isScalar() && value->kind != PlainValue::Kind::Null;
  return counts ? value : nullptr;
}

void readIds(const PlainEvent& plain, std::list<std::string>& kept, Event& event) {
  const auto keep = [&](const PlainValue* value) {
    return value == nullptr ? std::string_view{} : std::string_view(kept.emplace_back(canonical(value->text)));
  };
  event.id = keep(scalar(plain.members, "id"));
  if (event.id.empty()) {
    const PlainValue* local = scalar(plain.id2, "local");
    const PlainValue* global = scalar(plain.id2, "global");
    event.id = keep(local != nullptr ? local : global);
    event.idScope = local != nullptr ? 'l' : global != nullptr ? 'g' : '\0';
  }
  event.bindId = keep(scalar(plain.members, "bind_id"));
  event.stackFrame = keep(scalar(plain.members, "sf"));
  const PlainValue* pid = scalar(plain.members, "pid");
  const PlainValue* tid = scalar(plain.members, "tid");
  event.hasPid = pid != nullptr;
  event.hasTid = tid != nullptr;
  event.pid = keep(pid);
  event.tid = keep(tid);
}

}  // namespace

std::string canonical(const std::string& id) {
  const std::string digits = id.starts_with('-') ? id.substr(1) : id;
  const bool isInteger = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
  if (isInteger && (digits.front() != '0' || id == "0")) {
    return id;
  }
  constexpr double exactUpTo = 9007199254740992.0;
  if (!looksLikeNumber(id) || id.starts_with('+')) {
    return id;
  }
  const double value = std::strtod(id.c_str(), nullptr);
  const bool isWhole = std::trunc(value) == value && std::abs(value) <= exactUpTo;
  return isWhole ? std::to_string(static_cast<std::int64_t>(value)) : id;
}

chrome::Event chromeEvent(const PlainEvent& plain, std::list<std::string>& kept) {
  Event event;
  event.offset = plain.offset;
  event.phase = plain.phase();
  event.tsState = readTime(plain.find("ts"), event.ts);
  event.durState = readTime(plain.find("dur"), event.dur);
  event.name = plain.text("name");
  event.category = plain.text("cat");
  event.scope = plain.text("scope");
  event.flowIn = plain.isTrue("flow_in");
  event.flowOut = plain.isTrue("flow_out");
  event.bindingPoint = firstCharacter(plain.find("bp"));
  event.instantScope = firstCharacter(plain.find("s"));
  readIds(plain, kept, event);
  if (const PlainValue* args = plain.find("args"); args != nullptr && !args->isScalar()) {
    event.args = args->text;
  }
  event.correlation = readId(findLast(plain.args, "correlation"));
  event.externalId = readId(findLast(plain.args, "External id"));
  if (event.externalId == 0) {
    event.externalId = readId(findLast(plain.args, "external id"));
  }
  return event;
}

}  // namespace kernline::test
