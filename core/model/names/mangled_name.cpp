// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/mangled_name.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <vector>

namespace kernline {

namespace {

constexpr int maxMangledDepth = 128;
constexpr std::size_t maxKeptArguments = 3;

/// A reader of the parts of the Itanium C++ ABI's mangling that template-heavy kernels use.
class Mangled {
 public:
  explicit Mangled(std::string_view text) : m_text(text) {}

  /// Reads a name; its last identifier, or empty if there is none.
  std::string_view name(std::vector<std::string_view>* classes) {
    std::string_view last;
    const bool nested = take('N');
    if (nested) {
      while (peek() == 'K' || peek() == 'V' || peek() == 'r' || peek() == 'R' || peek() == 'O') {
        ++m_at;
      }
    }
    do {
      if (isDigit(peek())) {
        last = identifier();
      } else if (peek() == 'S') {
        substitution();
      } else if (peek() == 'I') {
        arguments(classes);
      } else if (peek() == 'L' && isDigit(peek(1))) {
        ++m_at;  // internal linkage
      } else {
        m_failed = m_failed || !nested || peek() != 'E';
        break;
      }
    } while (!m_failed && (nested || peek() == 'I'));
    if (nested && !take('E')) {
      m_failed = true;
    }
    return last;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
  }
  bool take(char c) {
    const bool is = peek() == c;
    m_at += is ? 1 : 0;
    return is;
  }

  std::string_view identifier() {
    std::size_t length = 0;
    while (isDigit(peek()) && length < m_text.size()) {
      length = length * 10 + static_cast<std::size_t>(peek() - '0');
      ++m_at;
    }
    if (length > m_text.size() - m_at) {
      m_failed = true;
      return {};
    }
    const std::string_view text = m_text.substr(m_at, length);
    m_at += length;
    return text;
  }

  void substitution() {
    ++m_at;
    if (isLowerLetter(peek())) {
      ++m_at;  // St, Sa, Ss, …
      return;
    }
    while (isDigit(peek()) || (peek() >= 'A' && peek() <= 'Z')) {
      ++m_at;
    }
    m_failed = m_failed || !take('_');
  }

  void arguments(std::vector<std::string_view>* classes) {
    ++m_at;  // I or J
    while (!m_failed && !take('E')) {
      argument(classes);
    }
  }

  void argument(std::vector<std::string_view>* classes) {
    if (++m_depth > maxMangledDepth || m_at >= m_text.size()) {
      m_failed = true;
    } else if (peek() == 'L') {
      literal();
    } else if (peek() == 'J') {
      arguments(classes);
    } else {
      type(classes);
    }
    --m_depth;
  }

  void literal() {
    ++m_at;
    if (peek() == '_') {
      m_failed = true;  // a function's address; rare, and a name within the name
      return;
    }
    type(nullptr);
    while (!m_failed && m_at < m_text.size() && peek() != 'E') {
      ++m_at;
    }
    m_failed = m_failed || !take('E');
  }

  void type(std::vector<std::string_view>* classes) {
    while (peek() == 'P' || peek() == 'R' || peek() == 'O' || peek() == 'K' || peek() == 'V') {
      ++m_at;
      classes = nullptr;  // a pointer to a class is no functor
    }
    if (peek() == 'N' || isDigit(peek()) || peek() == 'S') {
      const std::string_view id = name(nullptr);
      if (classes != nullptr && !id.empty() && !id.ends_with("Kargs")) {
        classes->push_back(id);
      }
    } else if (peek() == 'D') {
      extendedBuiltin();
    } else if (peek() == 'T') {
      ++m_at;
      while (isDigit(peek())) {
        ++m_at;
      }
      m_failed = m_failed || !take('_');
    } else if (isLowerLetter(peek())) {
      ++m_at;  // a builtin type
    } else {
      m_failed = true;
    }
  }

  /// DF16_, DF16b, Dh, Di, …
  void extendedBuiltin() {
    ++m_at;
    if (take('F')) {
      while (isDigit(peek())) {
        ++m_at;
      }
    }
    ++m_at;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_failed = false;
};

}  // namespace

std::optional<std::string> mangledFunction(std::string_view text) {
  if (!text.starts_with("_Z")) {
    return std::nullopt;
  }
  std::vector<std::string_view> classes;
  const std::string_view function = Mangled{text.substr(2)}.name(&classes);
  if (function.empty()) {
    return std::nullopt;
  }
  std::string out{function};
  for (std::size_t i = 0; i < std::min(classes.size(), maxKeptArguments); ++i) {
    out += i == 0 ? "<" : ", ";
    out += classes[i];
  }
  return classes.empty() ? out : out + ">";
}

}  // namespace kernline
