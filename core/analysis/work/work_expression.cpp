// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_expression.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

struct FunctionForm {
  std::string_view name;
  WorkFunction function;
  std::size_t minArguments;
  std::size_t maxArguments;
  std::size_t named;  ///< number of arguments, from the first, that are names of arguments of the call, not expressions
};

constexpr std::size_t anyCount = 16;
constexpr FunctionForm functionForms[] = {{"numel", WorkFunction::Numel, 1, 1, 1},
                                          {"bytes", WorkFunction::Bytes, 1, anyCount, anyCount},
                                          {"dense", WorkFunction::Dense, 1, anyCount, anyCount},
                                          {"width", WorkFunction::Width, 1, 1, 1},
                                          {"packed", WorkFunction::Packed, 1, 1, 1},
                                          {"integral", WorkFunction::Integral, 1, 1, 1},
                                          {"promoted", WorkFunction::Promoted, 1, anyCount, anyCount},
                                          {"floating", WorkFunction::Floating, 1, anyCount, anyCount},
                                          {"typed", WorkFunction::Typed, 2, 2, 1},
                                          {"given", WorkFunction::Given, 1, 1, 1},
                                          {"tensors", WorkFunction::Tensors, 1, 1, 1},
                                          {"rank", WorkFunction::Rank, 1, 1, 1},
                                          {"dim", WorkFunction::Dim, 2, 2, 1},
                                          {"broadcast", WorkFunction::Broadcast, 1, anyCount, anyCount},
                                          {"reduced", WorkFunction::Reduced, 2, 2, 2},
                                          {"product", WorkFunction::Product, 1, 1, 1},
                                          {"windows", WorkFunction::Windows, 5, 5, 5},
                                          {"spread", WorkFunction::Spread, 6, 6, 6},
                                          {"item", WorkFunction::Item, 2, 2, 1},
                                          {"pairs", WorkFunction::Pairs, 5, 5, 0},
                                          {"min", WorkFunction::Min, 2, anyCount, 0},
                                          {"max", WorkFunction::Max, 2, anyCount, 0},
                                          {"log2", WorkFunction::Log2, 1, 1, 0}};

const FunctionForm* functionNamed(std::string_view name) {
  const auto* const found = std::ranges::find(functionForms, name, &FunctionForm::name);
  return found == std::end(functionForms) ? nullptr : found;
}

bool isNameCharacter(char c) {
  return isLetter(c) || isDigit(c) || c == '_';
}

}  // namespace

class WorkExpression::Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& names) : m_rest(text), m_names(names) {}

  std::expected<WorkExpression, Message> run() {
    choice();
    skipBlanks();
    if (m_problem.isEmpty() && !m_rest.empty()) {
      fail(Phrase::tr("%1 is not expected here").with(m_rest.substr(0, 20)));
    }
    if (!m_problem.isEmpty()) {
      return std::unexpected(std::move(m_problem));
    }
    return std::move(m_made);
  }

 private:
  void fail(Message problem) {
    if (m_problem.isEmpty()) {
      m_problem = std::move(problem);
    }
    m_rest = {};
  }
  void skipBlanks() {
    while (m_rest.starts_with(' ') || m_rest.starts_with('\t')) {
      m_rest.remove_prefix(1);
    }
  }
  bool take(std::string_view sign) {
    skipBlanks();
    if (!m_rest.starts_with(sign)) {
      return false;
    }
    m_rest.remove_prefix(sign.size());
    return true;
  }
  std::uint32_t add(Node node) {
    m_made.m_nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(m_made.m_nodes.size() - 1);
  }

  /// One level in: what nests deeper than any rule a person writes is refused.
  std::uint32_t choice() {
    constexpr int maxDepth = 40;
    if (++m_depth > maxDepth) {
      fail(Phrase::tr("it is nested too deeply"));
      return 0;
    }
    std::uint32_t made = comparison();
    if (take("?")) {
      const std::uint32_t yes = choice();
      if (!take(":")) {
        fail(Phrase::tr(": is missing after ?"));
      }
      const std::uint32_t no = choice();
      made = add({.op = Op::Choose, .children = {made, yes, no}});
    }
    --m_depth;
    return made;
  }
  std::uint32_t comparison() {
    std::uint32_t left = sum();
    if (take("==")) {
      const std::uint32_t right = sum();
      left = add({.op = Op::Equal, .children = {left, right}});
    } else if (take("<")) {
      const std::uint32_t right = sum();
      left = add({.op = Op::Less, .children = {left, right}});
    }
    return left;
  }
  std::uint32_t sum() {
    std::uint32_t left = term();
    while (true) {
      const Op op = take("+") ? Op::Add : take("-") ? Op::Subtract : Op::Number;
      if (op == Op::Number) {
        return left;
      }
      const std::uint32_t right = term();
      left = add({.op = op, .children = {left, right}});
    }
  }
  std::uint32_t term() {
    std::uint32_t left = factor();
    while (true) {
      const Op op = take("//") ? Op::Quotient : take("*") ? Op::Multiply : take("/") ? Op::Divide : Op::Number;
      if (op == Op::Number) {
        return left;
      }
      const std::uint32_t right = factor();
      left = add({.op = op, .children = {left, right}});
    }
  }
  std::uint32_t factor() {
    if (take("-")) {
      constexpr int maxSigns = 40;
      if (++m_signs > maxSigns) {
        fail(Phrase::tr("it is nested too deeply"));
        return 0;
      }
      const std::uint32_t of = factor();
      --m_signs;
      return add({.op = Op::Negate, .children = {of}});
    }
    if (take("(")) {
      const std::uint32_t inside = choice();
      if (!take(")")) {
        fail(Phrase::tr(") is missing"));
      }
      return inside;
    }
    skipBlanks();
    if (!m_rest.empty() && (isDigit(m_rest.front()) || m_rest.front() == '.')) {
      double number = 0;
      const auto [at, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
      if (error != std::errc{}) {
        fail(Phrase::tr("%1 is not a number").with(m_rest.substr(0, 20)));
        return 0;
      }
      m_rest.remove_prefix(static_cast<std::size_t>(at - m_rest.data()));
      return add({.op = Op::Number, .number = number});
    }
    const std::string name = takeName();
    if (name.empty()) {
      fail(m_rest.empty() ? Message(Phrase::tr("it ends too early"))
                          : Phrase::tr("%1 is not expected here").with(m_rest.substr(0, 20)));
      return 0;
    }
    return take("(") ? call(name) : named(name);
  }
  std::string takeName() {
    skipBlanks();
    std::size_t length = 0;
    while (length < m_rest.size() && isNameCharacter(m_rest[length])) {
      ++length;
    }
    std::string name(m_rest.substr(0, length));
    m_rest.remove_prefix(length);
    return name;
  }
  std::uint32_t named(const std::string& name) {
    if (isReserved(name)) {
      return add({.op = name == "arguments" ? Op::Arguments : name == "unknown" ? Op::Unknown : Op::Unrecorded});
    }
    if (std::ranges::find(m_names, name) == m_names.end()) {
      fail(Phrase::tr("%1 is neither an argument nor a dimension of this rule").with(name));
    }
    return add({.op = Op::Name, .name = name});
  }
  /// Parses an argument of the call that a function uses as a whole.
  std::uint32_t argument(const std::string& name) {
    if (isReserved(name)) {
      fail(Phrase::tr("%1 is neither an argument nor a dimension of this rule").with(name));
    }
    return named(name);
  }
  std::uint32_t call(const std::string& name) {
    const FunctionForm* function = functionNamed(name);
    if (function == nullptr) {
      fail(Phrase::tr("there is no function %1").with(name));
      return 0;
    }
    Node node{.op = Op::Call, .function = function->function, .name = name};
    if (!take(")")) {
      do {
        node.children.push_back(node.children.size() < function->named ? argument(takeName()) : choice());
      } while (m_problem.isEmpty() && take(","));
      if (!take(")")) {
        fail(Phrase::tr(") is missing"));
      }
    }
    if (node.children.size() < function->minArguments || node.children.size() > function->maxArguments) {
      fail(Phrase::tr("%1() is given %2 arguments").with(name, std::to_string(node.children.size())));
    }
    return add(std::move(node));
  }

  std::string_view m_rest;
  const std::vector<std::string>& m_names;
  WorkExpression m_made;
  Message m_problem;
  int m_depth = 0;
  int m_signs = 0;
};

bool WorkExpression::isReserved(std::string_view word) {
  return word == "arguments" || word == "unknown" || word == "unrecorded";
}

std::expected<WorkExpression, Message> WorkExpression::parse(std::string_view text,
                                                             const std::vector<std::string>& names) {
  return Parser(text, names).run();
}

}  // namespace kernline
