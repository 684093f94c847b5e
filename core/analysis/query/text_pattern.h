// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/search.h"
#include "core/model/base/error.h"

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace kernline {

/// A compiled SearchQuery that matches texts, from any thread. Linear in the text whatever the expression: RE2 has no
/// backtracking.
class TextPattern {
 public:
  /// Errors: Usage with what is wrong with the expression.
  [[nodiscard]] static Expected<TextPattern> compile(const SearchQuery& query);

  [[nodiscard]] bool isIn(std::string_view text) const;

 private:
  explicit TextPattern(std::shared_ptr<const re2::RE2> expression) : m_expression(std::move(expression)) {}

  std::shared_ptr<const re2::RE2> m_expression;
};

}  // namespace kernline
