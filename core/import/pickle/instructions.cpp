// SPDX-License-Identifier: GPL-3.0-or-later
// Runs each instruction by its byte (CPython's Lib/pickletools.py describes them all).
#include "core/import/pickle/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>

namespace kernline::pickle {

void Machine::readIntLine() {
  std::string_view text = line();
  if (text == "00" || text == "01") {  // protocol 0 spells booleans so
    push(Value::boolean(text == "01"));
    return;
  }
  if (text.ends_with('L')) {
    text.remove_suffix(1);
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    push(Value::huge());
    return;
  }
  if (error != std::errc{} || end != text.data() + text.size()) {
    fail("it has a number that is none");
  }
  push(Value::integer(value));
}

void Machine::readReal() {
  static_cast<void>(bytes(sizeof(double)));
  push(Value::real());
}

void Machine::readRealLine() {
  static_cast<void>(line());
  push(Value::real());
}

void Machine::readQuotedLine() {
  std::string_view text = line();
  if (text.size() >= 2 && text.front() == text.back() && (text.front() == '\'' || text.front() == '"')) {
    text = text.substr(1, text.size() - 2);
  }
  pushText(text);
}

void Machine::nextBuffer() {
  push(Value::bytes());
}

void Machine::popOne() {
  if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
    m_marks.pop_back();  // a mark counts as a value here
    return;
  }
  static_cast<void>(pop());
}

void Machine::popToMark() {
  drop(aboveMark().size());
}

void Machine::append() {
  const std::array<Value, 1> item{pop()};
  addItems(top(), item);
}

void Machine::setItem() {
  const Value value = pop();
  const std::array<Value, 2> item{pop(), value};
  addItems(top(), item);
}

void Machine::addAboveMark() {
  const std::span<const Value> items = aboveMark();
  const std::size_t count = items.size();
  const std::size_t below = m_stack.size() - count;
  if (below == 0) {
    fail("it fills what is not there");
    return;
  }
  const bool isOdd = m_document.isDict(m_stack[below - 1]) && count % 2 != 0;
  addItems(m_stack[below - 1], items.first(isOdd ? count - 1 : count));
  drop(count);
}

void Machine::putLine() {
  std::uint64_t at = 0;
  const std::string_view text = line();
  std::from_chars(text.data(), text.data() + text.size(), at);
  memoize(at);
}

void Machine::getLine() {
  std::uint64_t at = std::numeric_limits<std::uint64_t>::max();
  const std::string_view text = line();
  std::from_chars(text.data(), text.data() + text.size(), at);
  recall(at);
}

namespace {

enum class PlainContainer : std::uint8_t { No, Container, Pairs };

/// Containers of the standard library that hold plain data: they are read as a list or dict of what they hold.
PlainContainer plainContainer(std::string_view name) {
  constexpr std::array<std::string_view, 10> containers{
      "builtins.list",   "builtins.tuple",    "builtins.set",          "builtins.frozenset", "__builtin__.list",
      "__builtin__.set", "__builtin__.tuple", "__builtin__.frozenset", "collections.deque",  "torch.Size"};
  constexpr std::array<std::string_view, 4> pairs{"collections.OrderedDict", "collections.defaultdict", "builtins.dict",
                                                  "__builtin__.dict"};
  if (std::ranges::find(pairs, name) != pairs.end()) {
    return PlainContainer::Pairs;
  }
  return std::ranges::find(containers, name) != containers.end() ? PlainContainer::Container : PlainContainer::No;
}

}  // namespace

void Machine::refuse(std::string_view name) {
  constexpr std::size_t maxNamesKept = 64;  // names that are cached
  auto found = std::ranges::find(m_document.m_refusals, name, &Refusal::name);
  if (found == m_document.m_refusals.end()) {
    if (m_document.m_refusals.size() >= maxNamesKept) {
      ++m_document.m_refusals.back().count;
      return;
    }
    m_document.m_refusals.push_back({std::string(name), 0, m_bytes.offset()});
    found = std::prev(m_document.m_refusals.end());
  }
  ++found->count;
}

void Machine::pushClass(std::string_view module, std::string_view name) {
  const std::string whole = fmt::format("{}.{}", module, name);
  if (plainContainer(whole) == PlainContainer::No) {
    refuse(whole);
  }
  push(Value::className(m_document.m_strings.intern(whole)));
}

Value Machine::makeDictOfPairs(Value pairs) {
  const Value made = makeObject(Shape::Dict, {});
  for (std::size_t i = 0; i < m_document.items(pairs).size(); ++i) {
    const std::span<const Value> pair = m_document.items(m_document.items(pairs)[i]);
    if (pair.size() == 2) {
      const std::array<Value, 2> item{pair[0], pair[1]};
      addItems(made, item);
    }
  }
  return made;
}

Value Machine::call(Value what, Value arguments) {
  if (what.type() != Value::Type::Class) {
    if (what.type() != Value::Type::Refused) {
      refuse("a call of something that is no class");
    }
    return Value::refused();
  }
  const PlainContainer kind = plainContainer(m_document.m_strings[what.asClass()]);
  if (kind == PlainContainer::No) {
    return Value::refused();
  }
  const std::span<const Value> given = m_document.items(arguments);
  const Value first = given.empty() ? Value{} : given.front();
  if (kind == PlainContainer::Pairs) {
    return makeDictOfPairs(first);
  }
  const std::vector<Value> items(m_document.items(first).begin(), m_document.items(first).end());
  return makeObject(Shape::Sequence, items);
}

void Machine::globalLine() {
  const std::string module(line());
  pushClass(module, line());
}

void Machine::stackGlobal() {
  const Value name = pop();
  const Value module = pop();
  pushClass(m_document.text(module), m_document.text(name));
}

void Machine::reduce() {
  const Value arguments = pop();
  push(call(pop(), arguments));
}

void Machine::newObjectWithKeywords() {
  static_cast<void>(pop());
  reduce();
}

void Machine::build() {
  static_cast<void>(pop());
  if (top().type() != Value::Type::Refused) {
    refuse("a state set on plain data");
  }
}

void Machine::instanceLine() {
  const std::string module(line());
  pushClass(module, line());
  const Value what = pop();
  fromMark(Shape::Sequence);
  push(call(what, pop()));
}

void Machine::objectFromMark() {
  const std::span<const Value> items = aboveMark();
  const Value what = items.empty() ? Value{} : items.front();
  const Value arguments = makeObject(Shape::Sequence, items.empty() ? items : items.subspan(1));
  drop(items.size());
  push(call(what, arguments));
}

void Machine::persistentLine() {
  static_cast<void>(line());
  refuse("an object kept outside the file");
  push(Value::refused());
}

void Machine::persistentFromStack() {
  static_cast<void>(pop());
  refuse("an object kept outside the file");
  push(Value::refused());
}

void Machine::extension(std::size_t count) {
  refuse(fmt::format("extension {}", number(count)));
  push(Value::refused());
}

struct Machine::Table {
  std::array<Instruction, 256> of{};

  constexpr Table() {
    setPlainData();
    setContainers();
    setWhatReachesOut();
  }

  constexpr void set(unsigned char code, Instruction instruction) { of[code] = instruction; }

  constexpr void setPlainData() {
    set('N', &Machine::readNone);
    set(0x88, &Machine::readTrue);
    set(0x89, &Machine::readFalse);
    set('K', &Machine::readInt1);
    set('M', &Machine::readInt2);
    set('J', &Machine::readInt4);
    set('I', &Machine::readIntLine);
    set('L', &Machine::readIntLine);
    set(0x8a, &Machine::readLong1);
    set(0x8b, &Machine::readLong4);
    set('G', &Machine::readReal);
    set('F', &Machine::readRealLine);
    set('V', &Machine::readTextLine);
    set('S', &Machine::readQuotedLine);
    set('U', &Machine::readText1);
    set('T', &Machine::readText4);
    set(0x8c, &Machine::readText1);
    set('X', &Machine::readText4);
    set(0x8d, &Machine::readText8);
    set('C', &Machine::readBytes1);
    set('B', &Machine::readBytes4);
    set(0x8e, &Machine::readBytes8);
    set(0x96, &Machine::readBytes8);
    set(0x97, &Machine::nextBuffer);
    set(0x98, &Machine::doNothing);
    set(0x80, &Machine::skipProtocol);
    set(0x95, &Machine::skipFrame);
    set('.', &Machine::stop);
  }

  constexpr void setContainers() {
    set('(', &Machine::putMark);
    set('0', &Machine::popOne);
    set('1', &Machine::popToMark);
    set('2', &Machine::duplicate);
    set(']', &Machine::emptyList);
    set(')', &Machine::emptyList);
    set(0x8f, &Machine::emptyList);
    set('}', &Machine::emptyDict);
    set('l', &Machine::listFromMark);
    set('t', &Machine::listFromMark);
    set(0x91, &Machine::listFromMark);
    set('d', &Machine::dictFromMark);
    set(0x85, &Machine::tuple1);
    set(0x86, &Machine::tuple2);
    set(0x87, &Machine::tuple3);
    set('a', &Machine::append);
    set('s', &Machine::setItem);
    set('e', &Machine::addAboveMark);
    set('u', &Machine::addAboveMark);
    set(0x90, &Machine::addAboveMark);
    set(0x94, &Machine::memoizeNext);
    set('q', &Machine::put1);
    set('r', &Machine::put4);
    set('p', &Machine::putLine);
    set('h', &Machine::get1);
    set('j', &Machine::get4);
    set('g', &Machine::getLine);
  }

  constexpr void setWhatReachesOut() {
    set('c', &Machine::globalLine);
    set(0x93, &Machine::stackGlobal);
    set('R', &Machine::reduce);
    set(0x81, &Machine::reduce);
    set(0x92, &Machine::newObjectWithKeywords);
    set('b', &Machine::build);
    set('i', &Machine::instanceLine);
    set('o', &Machine::objectFromMark);
    set('P', &Machine::persistentLine);
    set('Q', &Machine::persistentFromStack);
    set(0x82, &Machine::extension1);
    set(0x83, &Machine::extension2);
    set(0x84, &Machine::extension4);
  }
};

bool Machine::step() {
  static constexpr Table table;
  if (!m_damage.empty()) {
    return false;  // found running ahead
  }
  const std::uint64_t at = offset();
  const std::string_view code = bytes(1);
  if (code.empty()) {
    m_damage = "it ends without its last instruction";
    return false;
  }
  const Instruction instruction = table.of[static_cast<unsigned char>(code.front())];
  if (instruction == nullptr) {
    fail(fmt::format("byte {} is no instruction of a pickle", at));
    return false;
  }
  (this->*instruction)();
  return m_damage.empty() && !m_isStopped;
}

}  // namespace kernline::pickle
