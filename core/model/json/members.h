// SPDX-License-Identifier: GPL-3.0-or-later
// This folder finds members in JSON text without building a tree.
#pragma once

#include <string>
#include <string_view>

namespace kernline::chrome {

/// A value as written in the text: a number or word, the inside of a string (escapes not resolved), or an object
/// or array with its brackets.
struct RawValue {
  enum class Kind : unsigned char { None, Number, Word, String, Object, Array };
  Kind kind = Kind::None;
  std::string_view text;
  bool hasEscapes = false;

  [[nodiscard]] std::string unescaped() const;  ///< a String's value; for others the text
};

/// Walks the members of one JSON object, or the elements of an array (whose keys are empty), in order. Tolerant: a
/// broken member of an object loses its own value, not those after it; stops where no more follows.
class MemberWalk {
 public:
  /// `text` begins with `{` or `[`; anything else has no members.
  explicit MemberWalk(std::string_view text);
  /// Tag: the text starts at one of an object's keys.
  struct Inside {};
  MemberWalk(Inside, std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()), m_isObject(true) {}
  /// Tag for an object that `skipObject` skipped without faults: nested objects are then skipped the same way, which is
  /// faster.
  struct Clean {};
  MemberWalk(Clean, std::string_view text) : MemberWalk(text) { m_isClean = true; }

  [[nodiscard]] bool next();  ///< false at the end, or where the text breaks
  [[nodiscard]] const RawValue& key() const { return m_key; }
  [[nodiscard]] const RawValue& value() const { return m_value; }
  [[nodiscard]] bool broke() const { return m_broke; }        ///< whether it ended before the closing bracket
  [[nodiscard]] bool repaired() const { return m_repaired; }  ///< whether a member so far was no JSON

 private:
  [[nodiscard]] bool endsMember() const;
  void mendValue(const char* begin);
  void mendString();

  const char* m_at;
  const char* m_end;
  bool m_isObject = false;
  bool m_isClean = false;
  bool m_broke = false;
  bool m_repaired = false;
  RawValue m_key;
  RawValue m_value;
};

/// The value that begins at `p` (after white space), and where it ends; `after` nullptr if it breaks. Nested brackets
/// are matched without recursion.
struct ValueScan {
  RawValue value;
  const char* after = nullptr;
};
[[nodiscard]] ValueScan scanValue(const char* p, const char* end);

/// The key that a quote at `p` opens, if it is one: quote, letters, quote, colon. Empty, at nullptr, otherwise.
[[nodiscard]] std::string_view keyAt(const char* p, const char* end);

/// Returns true if a member may end before `p`, which is after a comma: the next one begins there, or none does.
[[nodiscard]] bool beginsMember(const char* p, const char* end);

/// Returns whether a number has a decimal comma, such as "7,757576", as some locales write it.
[[nodiscard]] bool hasDecimalComma(std::string_view number);

/// The direct member `key` of an object, the last one if there are several; Kind::None if absent.
[[nodiscard]] RawValue findMember(std::string_view object, std::string_view key);

/// Resolves JSON escapes; a backslash that starts none stays as it is. Lone surrogates become U+FFFD.
[[nodiscard]] std::string unescape(std::string_view raw);

/// `text` with what is no UTF-8 replaced by U+FFFD, one for each maximal ill-formed part; true if any was.
bool repairUtf8(std::string& text);
[[nodiscard]] bool isUtf8(std::string_view text);

/// The canonical text of an id, however it was spelled: "7" for 7, 7.0, "7"; words as they are.
[[nodiscard]] std::string_view canonicalId(std::string_view text, std::string& scratch);

}  // namespace kernline::chrome
