// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/comparison.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>

namespace kernline::sql {

namespace {

constexpr std::int64_t minInt64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t maxInt64 = std::numeric_limits<std::int64_t>::max();

/// The greatest integer not above `value`, within 64 bits.
std::int64_t floored(double value) {
  constexpr double edge = 9.2e18;
  if (!(value > -edge)) {
    return minInt64;
  }
  return value > edge ? maxInt64 : static_cast<std::int64_t>(std::floor(value));
}

}  // namespace

void NumberBounds::narrow(const Constraint& constraint) {
  const bool isInteger = constraint.type == Cell::Type::Integer;
  if (!isInteger && constraint.type != Cell::Type::Real) {
    return;
  }
  const std::int64_t below = isInteger ? constraint.integer : floored(constraint.real);
  switch (constraint.op) {
    case Op::Equal:
      min = std::max(min, below);
      max = std::min(max, below);
      break;
    case Op::Less:
      max = std::min(max, isInteger && below > minInt64 ? below - 1 : below);
      break;
    case Op::LessEqual:
      max = std::min(max, below);
      break;
    case Op::Greater:
      min = std::max(min, isInteger && below < maxInt64 ? below + 1 : below);
      break;
    case Op::GreaterEqual:
      min = std::max(min, below);
      break;
    default:
      break;
  }
}

std::optional<std::string> TextMatcher::add(const Constraint& constraint) {
  if (constraint.type == Cell::Type::Null) {
    m_isNever = true;
    m_terms.emplace_back();
    return std::nullopt;
  }
  Term term{constraint.op, constraint.text, nullptr};
  if (constraint.op == Op::Regexp) {
    term.expression = compileExpression(constraint.text);
    if (!term.expression->ok()) {
      return expressionError(*term.expression);
    }
  }
  m_terms.push_back(std::move(term));
  return std::nullopt;
}

bool TextMatcher::matches(std::string_view text) const {
  return !m_isNever && std::ranges::all_of(m_terms, [&](const Term& term) { return matches(term, text); });
}

bool TextMatcher::matches(const Term& term, std::string_view text) {
  switch (term.op) {
    case Op::Like:
      return sqlite3_strlike(term.text.c_str(), std::string{text}.c_str(), 0) == 0;
    case Op::Glob:
      return sqlite3_strglob(term.text.c_str(), std::string{text}.c_str()) == 0;
    case Op::Regexp:
      return RE2::PartialMatch({text.data(), text.size()}, *term.expression);
    default:
      return text == term.text;
  }
}

std::unique_ptr<RE2> compileExpression(std::string_view pattern) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(std::int64_t{16} << 20);
  return std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
}

std::string expressionError(const RE2& expression) {
  return fmt::format("\"{}\" is not a valid regular expression: {}", expression.pattern(), expression.error());
}

}  // namespace kernline::sql
