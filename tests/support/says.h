// SPDX-License-Identifier: GPL-3.0-or-later
// Messages by phrase and values. tests/golden/phrases.tsv has the phrases with their ids: a new wording changes a line
// there, and no test.
#pragma once

#include "core/model/base/message.h"

#include <gmock/gmock.h>

#include <concepts>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// A gap whose value does not matter.
struct AnyValue {};
inline constexpr AnyValue anyValue;

/// The value of a gap: a text, a whole number, or anyValue.
class PhraseValue {
 public:
  template <typename Text>
    requires std::convertible_to<Text, std::string_view>
  PhraseValue(const Text& text) : m_text(std::string_view(text)) {}           // NOLINT(google-explicit-constructor)
  PhraseValue(std::integral auto number) : m_text(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
  PhraseValue(AnyValue /*any*/) {}                                            // NOLINT(google-explicit-constructor)

  /// nullopt if any text is right.
  [[nodiscard]] const std::optional<std::string>& text() const { return m_text; }

 private:
  std::optional<std::string> m_text;
};

/// The pieces of the phrase between gaps whose value may be any: at least one. An unknown id, and another number of
/// values than the phrase has gaps, fail the running test.
[[nodiscard]] std::vector<std::string> piecesOf(std::string_view id, const std::vector<PhraseValue>& values);

/// The sentence in English, to be compared with a text. No value may be anyValue.
[[nodiscard]] std::string sentence(std::string_view id, const std::vector<PhraseValue>& values);
template <typename... Values>
[[nodiscard]] std::string phrase(std::string_view id, const Values&... values) {
  return sentence(id, {PhraseValue(values)...});
}

/// See says() and mentions(). Matches a Message, a text, one of Qt or of JSON.
class PhraseMatcher {
 public:
  using is_gtest_matcher = void;
  PhraseMatcher(std::vector<std::string> pieces, bool isWhole) : m_pieces(std::move(pieces)), m_isWhole(isWhole) {}

  template <typename Text>
  bool MatchAndExplain(const Text& text, std::ostream* explanation) const {
    if constexpr (requires { text.english(); }) {
      return isIn(text.english(), explanation);
    } else if constexpr (requires { text.toStdString(); }) {
      return isIn(text.toStdString(), explanation);
    } else if constexpr (requires { text.is_string(); }) {
      return text.is_string() && isIn(text.template get<std::string>(), explanation);
    } else {
      return isIn(text, explanation);
    }
  }
  void DescribeTo(std::ostream* out) const;
  void DescribeNegationTo(std::ostream* out) const;

 private:
  bool isIn(std::string_view text, std::ostream* explanation) const;

  std::vector<std::string> m_pieces;
  bool m_isWhole;
};

/// Matches what is this phrase with these values, and no more. The values fill the gaps in the order of their numbers.
template <typename... Values>
PhraseMatcher says(std::string_view id, const Values&... values) {
  return {piecesOf(id, {PhraseValue(values)...}), true};
}

/// Matches what has this phrase with these values in it.
template <typename... Values>
PhraseMatcher mentions(std::string_view id, const Values&... values) {
  return {piecesOf(id, {PhraseValue(values)...}), false};
}

/// Matches a Message by its English text: for names, and for pieces of a phrase.
template <typename Expected>
auto saysInEnglish(Expected&& expected) {
  return testing::Property("english", &Message::english, std::forward<Expected>(expected));
}

}  // namespace kernline::test
