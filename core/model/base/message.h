// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Tells lupdate that tr() of this class marks texts for translation, and in which context (see .ci/translations).
#define KERNLINE_TR_FUNCTIONS(context)

namespace kernline {

class Message;

/// A sentence or a word of the core in English, as it is written in the source, with gaps %1 to %9 for names and
/// figures. Only tr() makes one, so every phrase is known to the translators.
class Phrase {
  KERNLINE_TR_FUNCTIONS(Phrase)

 public:
  [[nodiscard]] static consteval Phrase tr(const char* english) { return Phrase(english); }

  [[nodiscard]] constexpr std::string_view english() const { return m_english; }
  /// Converts to the English text, for printed tables and files; the window looks its translation up.
  constexpr operator std::string_view() const { return m_english; }  // NOLINT(google-explicit-constructor)

  /// The sentence with its gaps filled. Texts are names or figures, which are the same in every language.
  template <typename... Arguments>
  [[nodiscard]] Message with(Arguments&&... arguments) const;

 private:
  explicit consteval Phrase(const char* english) : m_english(english) {}

  std::string_view m_english;
};

/// A message of the core to the user: a phrase and the values of its gaps. A value; the command line prints english(),
/// the window translates the phrases in it.
class Message {
 public:
  using Translation = std::function<std::string(std::string_view phrase)>;

  Message() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a phrase without gaps is a message.
  Message(Phrase phrase) : Message(Kind::Phrase, std::string(phrase.english())) {}

  /// Inserted text or a figure: never translated.
  [[nodiscard]] static Message name(std::string text) { return {Kind::Name, std::move(text)}; }
  /// A text that is a Phrase elsewhere, as the name of an enumerator is.
  [[nodiscard]] static Message phrase(std::string_view text) { return {Kind::Phrase, std::string(text)}; }
  /// Builds a message of another process from its phrase and arguments.
  [[nodiscard]] static Message phrase(std::string_view text, std::vector<Message> arguments) {
    Message message = phrase(text);
    message.m_arguments = std::move(arguments);
    return message;
  }
  /// Returns the system's text for an error number (errno).
  [[nodiscard]] static Message systemError(int number);

  /// This sentence, and another one after it.
  [[nodiscard]] Message then(Message next) const;

  [[nodiscard]] bool isEmpty() const { return m_text.empty(); }
  [[nodiscard]] bool isName() const { return m_kind == Kind::Name; }
  /// Returns true if the sentence begins with inserted text, such as that of a phrase's first gap.
  [[nodiscard]] bool beginsWithName() const;
  /// The phrase with its gaps, or the name.
  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] const std::vector<Message>& arguments() const { return m_arguments; }
  [[nodiscard]] std::string english() const;
  [[nodiscard]] std::string in(const Translation& translation) const;

  friend bool operator==(const Message&, const Message&) = default;

 private:
  friend class Phrase;
  enum class Kind : unsigned char { Name, Phrase };

  Message(Kind kind, std::string text) : m_kind(kind), m_text(std::move(text)) {}

  static Message argument(Message message) { return message; }
  static Message argument(Phrase phrase) { return phrase; }
  static Message argument(std::string text) { return name(std::move(text)); }
  static Message argument(std::string_view text) { return name(std::string(text)); }
  static Message argument(const char* text) { return name(text); }
  template <typename Number>
    requires std::is_integral_v<Number>
  static Message argument(Number number) {
    return name(std::to_string(number));
  }

  Kind m_kind = Kind::Name;
  std::string m_text;
  std::vector<Message> m_arguments;
};

template <typename... Arguments>
Message Phrase::with(Arguments&&... arguments) const {
  Message message(*this);
  message.m_arguments.reserve(sizeof...(arguments));
  (message.m_arguments.push_back(Message::argument(std::forward<Arguments>(arguments))), ...);
  return message;
}

}  // namespace kernline
