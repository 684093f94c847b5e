// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/firefox/thread_tables.h"

#include "core/import/events/decimal_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace kernline::firefox {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

/// The entry of a column, `absent` beyond its end.
std::int64_t at(const Column& column, std::int64_t row) {
  return row >= 0 && static_cast<std::uint64_t>(row) < column.size() ? column[static_cast<std::size_t>(row)] : absent;
}

std::int64_t numberOf(const RawValue& value) {
  std::int64_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [behind, error] = std::from_chars(value.text.data(), end, number);
  return value.kind == RawValue::Kind::Number && error == std::errc{} && behind == end ? number : absent;
}

std::int64_t millisecondsOf(const RawValue& value) {
  if (value.kind != RawValue::Kind::Number) {
    return absent;
  }
  // Reads it as microseconds with three more digits, so that digits decide and not a double.
  const bool hasExponent = value.text.find_first_of("eE") != std::string_view::npos;
  double number = 0;
  const std::string text = !hasExponent                              ? fmt::format("{}e3", value.text)
                           : chrome::parseDouble(value.text, number) ? fmt::format("{}", number * 1e3)
                                                                     : std::string();
  const chrome::ParsedTime parsed = chrome::parseMicroseconds(text);
  return parsed.state == chrome::NumberState::Bad ? absent : parsed.ns;
}

template <typename Read>
Column read(std::string_view table, std::string_view name, const Read& entry) {
  Column column;
  for (MemberWalk walk(chrome::findMember(table, name).text); walk.next();) {
    column.push_back(entry(walk.value()));
  }
  return column;
}

/// A thread's own table, or the one that all share.
std::string_view tableOf(std::string_view thread, std::string_view shared, std::string_view name) {
  const RawValue own = chrome::findMember(thread, name);
  return own.kind == RawValue::Kind::Object ? own.text : chrome::findMember(shared, name).text;
}

}  // namespace

Column columnOf(std::string_view table, std::string_view name) {
  return read(table, name, numberOf);
}

Column timesOf(std::string_view table, std::string_view name) {
  return read(table, name, millisecondsOf);
}

std::shared_ptr<const Texts> textsOf(std::string_view array) {
  auto texts = std::make_shared<Texts>();
  for (MemberWalk walk(array); walk.next();) {
    texts->push_back(walk.value());
  }
  return texts;
}

void ThreadTables::stackOf(std::int64_t stack, std::size_t most, std::vector<std::int64_t>& frames) const {
  frames.clear();
  for (std::int64_t row = stack; at(stackFrame, row) != absent && frames.size() < most; row = at(stackPrefix, row)) {
    frames.push_back(at(stackFrame, row));
  }
  std::ranges::reverse(frames);
}

std::string ThreadTables::text(std::int64_t number) const {
  if (texts == nullptr || number < 0 || static_cast<std::uint64_t>(number) >= texts->size()) {
    return {};
  }
  std::string clean = (*texts)[static_cast<std::size_t>(number)].unescaped();
  chrome::repairUtf8(clean);
  return clean;
}

std::int64_t ThreadTables::funcOf(std::int64_t frame) const {
  return at(frameFunc, frame);
}

std::string ThreadTables::nameOf(std::int64_t frame) const {
  std::string name = text(at(funcName, funcOf(frame)));
  return name.empty() ? "(no name)" : name;
}

std::string ThreadTables::fileOf(std::int64_t frame) const {
  return text(at(funcFile, funcOf(frame)));
}

std::int64_t ThreadTables::lineOf(std::int64_t frame) const {
  return at(frameLine, frame);
}

ThreadTables readTables(std::string_view thread, std::string_view shared,
                        const std::shared_ptr<const Texts>& sharedTexts) {
  ThreadTables tables;
  const std::string_view stacks = tableOf(thread, shared, "stackTable");
  tables.stackFrame = columnOf(stacks, "frame");
  tables.stackPrefix = columnOf(stacks, "prefix");
  const std::string_view frames = tableOf(thread, shared, "frameTable");
  tables.frameFunc = columnOf(frames, "func");
  tables.frameLine = columnOf(frames, "line");
  const std::string_view functions = tableOf(thread, shared, "funcTable");
  tables.funcName = columnOf(functions, "name");
  tables.funcFile = columnOf(functions, "fileName");
  RawValue texts = chrome::findMember(thread, "stringArray");
  texts = texts.kind == RawValue::Kind::Array ? texts : chrome::findMember(thread, "stringTable");
  tables.texts = texts.kind == RawValue::Kind::Array ? textsOf(texts.text) : sharedTexts;
  return tables;
}

}  // namespace kernline::firefox
