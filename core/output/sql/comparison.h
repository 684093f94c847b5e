// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/table.h"

#include <re2/re2.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::sql {

/// The integers that fulfil some comparisons; never too few.
struct NumberBounds {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();

  /// A comparison with anything but a number has no effect here.
  void narrow(const Constraint& constraint);
  [[nodiscard]] bool contains(std::int64_t value) const { return min <= value && value <= max; }
  [[nodiscard]] bool isEverything() const {
    return min == std::numeric_limits<std::int64_t>::min() && max == std::numeric_limits<std::int64_t>::max();
  }
};

/// Texts that fulfil every one of some comparisons.
class TextMatcher {
 public:
  /// Adds a comparison. Returns the error of its regular expression, if any.
  [[nodiscard]] std::optional<std::string> add(const Constraint& constraint);
  [[nodiscard]] bool isEmpty() const { return m_terms.empty(); }
  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  struct Term {
    Op op = Op::Equal;
    std::string text;
    std::unique_ptr<RE2> expression;
  };
  [[nodiscard]] static bool matches(const Term& term, std::string_view text);

  std::vector<Term> m_terms;
  bool m_isNever = false;  // compared with NULL
};

/// A regular expression as queries write them: RE2 syntax, found anywhere, case counts.
[[nodiscard]] std::unique_ptr<RE2> compileExpression(std::string_view pattern);
/// One clause on why it is none.
[[nodiscard]] std::string expressionError(const RE2& expression);

}  // namespace kernline::sql
