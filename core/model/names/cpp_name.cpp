// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/cpp_name.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline {

namespace {

constexpr int maxNesting = 64;

bool isIdentifier(char c) {
  return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '~' || c == '.' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Words that builtin types are put together of: `unsigned long long`.
bool isBuiltinWord(std::string_view word) {
  constexpr std::array<std::string_view, 7> words{"unsigned", "signed", "long", "short", "int", "char", "double"};
  return std::ranges::find(words, word) != words.end();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : m_text(text) {}

  CppName entity();

 private:
  using Part = CppNamePart;

  [[nodiscard]] std::string_view rest() const { return m_text.substr(m_at); }
  [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
  [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
  bool take(std::string_view token) {
    const bool is = rest().starts_with(token);
    m_at += is ? token.size() : 0;
    return is;
  }

  std::string_view word();
  void skipBalanced(char open, char close);
  std::vector<CppName> list(char close);
  void space(CppName& name);
  void openAngle(CppName& name);
  void openParenthesis(CppName& name);
  bool lambda(CppName& name);
  void identifier(CppName& name);

  /// The part being read; a fresh one behind `::` or at the start.
  Part& current(CppName& name) {
    if (m_fresh || name.parts.empty()) {
      name.parts.emplace_back();
      m_fresh = false;
    }
    return name.parts.back();
  }
  [[nodiscard]] bool hasCurrent(const CppName& name) const { return !m_fresh && !name.parts.empty(); }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_fresh = true;
};

std::string_view Reader::word() {
  const std::size_t begin = m_at;
  while (!atEnd() && isIdentifier(m_text[m_at])) {
    ++m_at;
  }
  return m_text.substr(begin, m_at - begin);
}

/// Steps behind the bracket that closes the one here; to the end if none does.
void Reader::skipBalanced(char open, char close) {
  int depth = 0;
  for (; !atEnd(); ++m_at) {
    const char c = m_text[m_at];
    if (c == open) {
      ++depth;
    } else if (c == close && !(close == '>' && m_text[m_at - 1] == '-') && --depth == 0) {
      ++m_at;
      return;
    }
  }
}

/// The comma-separated entities up to `close`, which is stepped over.
std::vector<CppName> Reader::list(char close) {
  std::vector<CppName> entities;
  const bool fresh = m_fresh;
  while (!atEnd()) {
    const std::size_t before = m_at;
    CppName name = entity();
    if (!name.parts.empty() || name.isLiteral) {
      entities.push_back(std::move(name));
    }
    const char c = peek();
    if (c == close) {
      ++m_at;
      break;
    }
    if (c == ',' || m_at == before) {
      ++m_at;  // the comma, or an unmatched closing bracket
    }
  }
  m_fresh = fresh;
  return entities;
}

/// Reads what follows a space: a qualifier, more of a builtin type, or the entity itself, if what came before is a
/// return type.
void Reader::space(CppName& name) {
  while (peek() == ' ') {
    ++m_at;
  }
  if (take("const") || take("volatile") || take("noexcept")) {
    return;
  }
  if (rest().starts_with("[clone") || (rest().starts_with('[') && !rest().starts_with("[lambda"))) {
    skipBalanced('[', ']');
    return;
  }
  if (atEnd() || !(isIdentifier(peek()) || rest().starts_with("(anonymous") || peek() == '<')) {
    return;
  }
  const std::size_t at = m_at;
  const std::string_view next = word();
  m_at = at;
  if (hasCurrent(name) && isBuiltinWord(name.parts.back().name.substr(name.parts.back().name.rfind(' ') + 1)) &&
      isBuiltinWord(next)) {
    std::string_view& type = name.parts.back().name;
    m_at += next.size();
    type = std::string_view{type.data(), static_cast<std::size_t>(m_text.data() + m_at - type.data())};
    return;
  }
  name = {};
  m_fresh = true;
}

void Reader::openAngle(CppName& name) {
  if (take("<unnamed>")) {
    current(name).kind = Part::Kind::AnonymousNamespace;
    return;
  }
  if (!hasCurrent(name) || name.parts.back().name.empty() || m_depth >= maxNesting) {
    skipBalanced('<', '>');
    return;
  }
  ++m_at;
  ++m_depth;
  std::vector<CppName> arguments = list('>');
  --m_depth;
  name.parts.back().arguments = std::move(arguments);
}

void Reader::openParenthesis(CppName& name) {
  if (take("(anonymous namespace)") || take("(anonymous)")) {
    current(name).kind = Part::Kind::AnonymousNamespace;
    return;
  }
  if (!hasCurrent(name) || (name.parts.back().name.empty() && name.parts.back().kind == Part::Kind::Identifier)) {
    name.isLiteral = true;  // (Enumeration)3
    skipBalanced('(', ')');
    return;
  }
  Part& part = name.parts.back();
  if (part.name == "operator" && take("()")) {
    part.kind = Part::Kind::CallOperator;
    if (peek() != '(') {
      return;
    }
  }
  skipBalanced('(', ')');
  part.isCalled = true;
}

/// `{lambda(float)#1}`, `[lambda(float) (instance 1)]`, `'lambda0'(float)`.
bool Reader::lambda(CppName& name) {
  const std::size_t at = m_at;
  char close = '\0';
  if (take("{lambda")) {
    close = '}';
  } else if (take("[lambda")) {
    close = ']';
  } else if (take("'lambda")) {
    word();
    take("'");
  } else {
    return false;
  }
  if (!take("(") || m_depth >= maxNesting) {
    m_at = at;
    return false;
  }
  ++m_depth;
  std::vector<CppName> parameters = list(')');
  --m_depth;
  if (close != '\0') {
    m_at = std::min(m_text.find(close, m_at), m_text.size());
    m_at += atEnd() ? 0 : 1;
  }
  Part& part = current(name);
  part.kind = Part::Kind::Lambda;
  part.parameters = std::move(parameters);
  return true;
}

void Reader::identifier(CppName& name) {
  const bool number = isDigit(peek()) && !hasCurrent(name);
  const std::string_view text = word();
  if (number || text == "true" || text == "false" || text == "nullptr") {
    name.isLiteral = true;
    return;
  }
  Part& part = current(name);
  if (part.name.empty()) {
    part.name = text;
  }
}

CppName Reader::entity() {
  CppName name;
  m_fresh = true;
  while (!atEnd()) {
    const char c = peek();
    if (c == ',' || c == '>' || c == ')' || c == '}' || c == ']') {
      break;
    }
    if (isIdentifier(c)) {
      identifier(name);
    } else if (c == ' ') {
      space(name);
    } else if (take("::")) {
      m_fresh = true;
    } else if (c == '<') {
      openAngle(name);
    } else if (c == '(') {
      openParenthesis(name);
    } else if ((c == '{' || c == '[' || c == '\'') && lambda(name)) {
      continue;
    } else if (c == '{') {
      skipBalanced('{', '}');
    } else if (c == '[') {
      skipBalanced('[', ']');
    } else {
      name.isPointer = name.isPointer || c == '*';
      ++m_at;
    }
  }
  m_fresh = false;
  return name;
}

}  // namespace

CppName parseCppName(std::string_view text) {
  return Reader{text}.entity();
}

}  // namespace kernline
