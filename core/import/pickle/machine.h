// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/pickle/byte_reader.h"
#include "core/import/pickle/read_pickle.h"
#include "core/model/base/chunked_array.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::pickle {

/// The stack machine that a pickle is a program for, without the instructions that reach out of it.
class Machine {
 public:
  Machine(Input& input, Document& document, Sink& sink) : m_bytes(input), m_document(document), m_sink(sink) {}

  /// Runs what it can of the next instructions, those that millions of records are made of, without leaving the
  /// buffered bytes. It leaves unknown ones to `step`.
  void runAhead();
  /// Runs one instruction; false at the end or at damage.
  [[nodiscard]] bool step();
  [[nodiscard]] bool isStopped() const { return m_isStopped; }
  [[nodiscard]] const std::string& damage() const { return m_damage; }
  [[nodiscard]] std::uint64_t offset() const { return m_bytes.offset(); }
  [[nodiscard]] std::uint64_t storedBytesRead() const { return m_bytes.storedBytesRead(); }
  /// Completes the values on the stack when the pickle breaks off.
  void closeWhatIsOpen();

 private:
  using Shape = Document::Shape;
  using Instruction = void (Machine::*)();
  struct Table;
  friend struct Table;

  [[nodiscard]] std::size_t quickStep(const char* at);

  // Reading
  [[nodiscard]] std::string_view bytes(std::uint64_t count);
  [[nodiscard]] std::string_view line();
  /// Little-endian, `count` bytes of at most 8.
  [[nodiscard]] std::uint64_t number(std::size_t count);
  void fail(std::string what);

  // The stack
  void push(Value value) { m_stack.push_back(value); }
  [[nodiscard]] Value pop();
  [[nodiscard]] Value top();
  /// Returns the values above the last mark and removes the mark; the values stay until `drop`.
  [[nodiscard]] std::span<const Value> aboveMark();
  void drop(std::size_t count) { m_stack.resize(m_stack.size() - count); }
  void memoize(std::uint64_t at);
  void recall(std::uint64_t at);

  // Objects
  [[nodiscard]] Value makeObject(Shape shape, std::span<const Value> items);
  void addItems(Value to, std::span<const Value> items);
  void pushText(std::string_view text) { push(Value::text(m_document.m_strings.intern(text))); }
  /// Pushes "N bytes of text" as UTF-8, with a length of `lengthBytes` bytes in front.
  void pushCounted(std::size_t lengthBytes, bool isText);
  void pushLong(std::uint64_t count);
  void pushTuple(std::size_t count);
  void fromMark(Shape shape);
  [[nodiscard]] Value call(Value what, Value arguments);
  [[nodiscard]] Value makeDictOfPairs(Value pairs);
  void refuse(std::string_view name);
  void pushClass(std::string_view module, std::string_view name);

  // Instructions, by what they do
  void readNone() { push({}); }
  void readTrue() { push(Value::boolean(true)); }
  void readFalse() { push(Value::boolean(false)); }
  void readInt1() { push(Value::integer(static_cast<std::int64_t>(number(1)))); }
  void readInt2() { push(Value::integer(static_cast<std::int64_t>(number(2)))); }
  void readInt4() { push(Value::integer(static_cast<std::int32_t>(number(4)))); }
  void readIntLine();
  void readLong1() { pushLong(number(1)); }
  void readLong4() { pushLong(number(4)); }
  void readReal();
  void readRealLine();
  void readTextLine() { pushText(line()); }
  void readQuotedLine();
  void readText1() { pushCounted(1, true); }
  void readText4() { pushCounted(4, true); }
  void readText8() { pushCounted(8, true); }
  void readBytes1() { pushCounted(1, false); }
  void readBytes4() { pushCounted(4, false); }
  void readBytes8() { pushCounted(8, false); }
  void nextBuffer();
  void doNothing() {}
  void skipProtocol() { static_cast<void>(number(1)); }
  void skipFrame() { static_cast<void>(number(8)); }
  void putMark() { m_marks.push_back(m_stack.size()); }
  void popOne();
  void popToMark();
  void duplicate() { push(top()); }
  void emptyList() { push(makeObject(Shape::Sequence, {})); }
  void emptyDict() { push(makeObject(Shape::Dict, {})); }
  void listFromMark() { fromMark(Shape::Sequence); }
  void dictFromMark() { fromMark(Shape::Dict); }
  void tuple1() { pushTuple(1); }
  void tuple2() { pushTuple(2); }
  void tuple3() { pushTuple(3); }
  void append();
  void setItem();
  void addAboveMark();
  void memoizeNext() { memoize(m_memo.size()); }
  void put1() { memoize(number(1)); }
  void put4() { memoize(number(4)); }
  void putLine();
  void get1() { recall(number(1)); }
  void get4() { recall(number(4)); }
  void getLine();
  void globalLine();
  void stackGlobal();
  void reduce();
  void newObjectWithKeywords();
  void build();
  void instanceLine();
  void objectFromMark();
  void persistentLine();
  void persistentFromStack();
  void extension1() { extension(1); }
  void extension2() { extension(2); }
  void extension4() { extension(4); }
  void extension(std::size_t count);
  void stop() { m_isStopped = true; }

  ByteReader m_bytes;
  Document& m_document;
  Sink& m_sink;
  std::vector<Value> m_stack;
  std::vector<std::size_t> m_marks;
  ChunkedArray<Value> m_memo;
  std::unordered_map<std::uint64_t, Value> m_farMemo;  // numbers that a pickler would not have chosen
  std::string m_damage;
  bool m_isStopped = false;
};

}  // namespace kernline::pickle
