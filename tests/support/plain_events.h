// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// A JSON value with a number's own digits. Objects and arrays keep their raw text.
struct PlainValue {
  enum class Kind { Null, Bool, Number, Text, Object, Array };
  Kind kind = Kind::Null;
  std::string text;

  [[nodiscard]] bool isScalar() const { return kind != Kind::Object && kind != Kind::Array; }
};

using PlainMembers = std::vector<std::pair<std::string, PlainValue>>;

/// The last value under `key`, as JSON.parse decides about duplicates; nullptr if there is none.
[[nodiscard]] const PlainValue* findLast(const PlainMembers& members, std::string_view key);

/// One entry of the event array, as plainly as nlohmann_json's SAX reader gives it.
struct PlainEvent {
  std::uint64_t offset = 0;  ///< offset of its '{'; for an entry that is no object, its end
  bool isObject = true;
  PlainMembers members;
  PlainMembers args;  ///< direct members of "args", if that is an object
  PlainMembers id2;   ///< direct members of "id2"

  [[nodiscard]] const PlainValue* find(std::string_view key) const { return findLast(members, key); }
  /// A scalar member's text, "" if absent or no scalar.
  [[nodiscard]] std::string_view text(std::string_view key) const;
  [[nodiscard]] bool isTrue(std::string_view key) const;
  [[nodiscard]] char phase() const;  ///< 0 if absent or longer than one character
};

/// The document around the events.
struct PlainDocument {
  bool isWellFormed = false;
  bool hasEvents = false;  ///< an event array was found
  PlainMembers members;    ///< next to the event array; the text of a string is raw, with its quotes
};

/// Reads a whole well-formed document, in file order, calling `onEvent` for each entry of the event array.
PlainDocument readPlain(std::string_view text, const std::function<void(const PlainEvent&)>& onEvent);

}  // namespace kernline::test
