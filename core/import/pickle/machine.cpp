// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pickle/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::pickle {

namespace {

// Distance ahead of its size at which the memo may be written.
constexpr std::uint64_t nearMemo = std::uint64_t{1} << 16;

}  // namespace

void Machine::fail(std::string what) {
  if (m_damage.empty()) {
    m_damage = std::move(what);
  }
}

std::string_view Machine::bytes(std::uint64_t count) {
  const auto taken = m_bytes.take(count);
  if (!taken) {
    fail("it ends in the middle of a value");
  }
  return taken.value_or(std::string_view{});
}

std::string_view Machine::line() {
  const auto taken = m_bytes.takeLine();
  if (!taken) {
    fail("it ends in the middle of a value");
  }
  return taken.value_or(std::string_view{});
}

std::uint64_t Machine::number(std::size_t count) {
  std::uint64_t value = 0;
  const std::string_view text = bytes(count);
  for (std::size_t i = 0; i < text.size(); ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  }
  return value;
}

Value Machine::pop() {
  const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
  if (m_stack.size() <= floor) {
    fail("it takes a value where there is none");
    return {};
  }
  const Value value = m_stack.back();
  m_stack.pop_back();
  return value;
}

Value Machine::top() {
  if (m_stack.empty()) {
    fail("it uses a value where there is none");
    return {};
  }
  return m_stack.back();
}

std::span<const Value> Machine::aboveMark() {
  if (m_marks.empty()) {
    fail("it closes what was not opened");
    return {};
  }
  const std::size_t mark = m_marks.back();
  m_marks.pop_back();
  return std::span<const Value>{m_stack}.subspan(mark);
}

void Machine::memoize(std::uint64_t at) {
  const Value value = top();
  if (at < m_memo.size()) {
    m_memo[at] = value;
  } else if (at < m_memo.size() + nearMemo) {
    while (m_memo.size() < at) {
      m_memo.push({});
    }
    m_memo.push(value);
  } else {
    m_farMemo[at] = value;
  }
}

void Machine::recall(std::uint64_t at) {
  if (at < m_memo.size()) {
    push(m_memo[at]);
    return;
  }
  const auto found = m_farMemo.find(at);
  if (found == m_farMemo.end()) {
    fail(fmt::format("it refers to value {}, which is not there", at));
    return;
  }
  push(found->second);
}

Value Machine::makeObject(Shape shape, std::span<const Value> items) {
  if (m_document.m_objects.size() >= Document::none - 1) {
    fail("it holds more than four thousand million values");
    return {};
  }
  const Value made = Value::object(static_cast<ObjectId>(m_document.m_objects.size()));
  m_document.m_objects.push({shape, Document::none});
  addItems(made, items);
  return made;
}

void Machine::addItems(Value to, std::span<const Value> items) {
  if (items.empty() || !to.isObject()) {
    return;  // items of something refused are dropped with it
  }
  Document::Object& object = m_document.m_objects[index(to.asObject())];
  if (object.shape == Shape::Record) {
    return;
  }
  constexpr std::size_t onePair = 2;  // protocol 0 fills its dicts pair by pair: they are no records until later
  if (object.shape == Shape::Dict && object.number == Document::none && items.size() > onePair) {
    if (const auto record = m_sink.take(m_document, items)) {
      m_document.m_objects[index(to.asObject())] = {Shape::Record, *record};
      return;
    }
  }
  if (object.number == Document::none) {
    if (m_document.m_freeItems.empty()) {
      object.number = static_cast<std::uint32_t>(m_document.m_items.size());
      m_document.m_items.emplace_back();
    } else {
      object.number = m_document.m_freeItems.back();
      m_document.m_freeItems.pop_back();
    }
  }
  std::vector<Value>& held = m_document.m_items[object.number];
  held.insert(held.end(), items.begin(), items.end());
}

void Machine::fromMark(Shape shape) {
  const std::span<const Value> items = aboveMark();
  const Value made = makeObject(shape, items);
  drop(items.size());
  push(made);
}

void Machine::pushTuple(std::size_t count) {
  std::array<Value, 3> items;
  for (std::size_t i = count; i > 0; --i) {
    items[i - 1] = pop();
  }
  push(makeObject(Shape::Sequence, std::span{items}.first(count)));
}

void Machine::pushCounted(std::size_t lengthBytes, bool isText) {
  const std::uint64_t length = number(lengthBytes);
  const std::string_view text = m_damage.empty() ? bytes(length) : std::string_view{};
  if (isText) {
    pushText(text);
  } else {
    push(Value::bytes());
  }
}

void Machine::pushLong(std::uint64_t count) {
  const std::string_view text = bytes(count);
  constexpr std::size_t wordBytes = sizeof(std::uint64_t);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < std::min(text.size(), wordBytes); ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  }
  if (text.size() > wordBytes) {  // two's complement: an unsigned 64-bit number has a ninth byte of zero
    const bool isUnsigned = text.size() == wordBytes + 1 && text.back() == 0;
    push(isUnsigned ? Value::integer(static_cast<std::int64_t>(value)) : Value::huge());
    return;
  }
  if (!text.empty() && text.size() < wordBytes && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) {
    value |= ~std::uint64_t{0} << (8 * text.size());
  }
  push(Value::integer(static_cast<std::int64_t>(value)));
}

void Machine::closeWhatIsOpen() {
  while (!m_marks.empty()) {
    const std::span<const Value> items = aboveMark();
    const std::size_t mark = m_stack.size() - items.size();
    if (mark > 0 && m_stack[mark - 1].isObject()) {
      const bool isDict = m_document.isDict(m_stack[mark - 1]);
      addItems(m_stack[mark - 1], items.first(isDict ? items.size() / 2 * 2 : items.size()));
    }
    drop(items.size());
  }
  m_document.m_root = m_stack.empty() ? Value{} : m_stack.front();
}

}  // namespace kernline::pickle
