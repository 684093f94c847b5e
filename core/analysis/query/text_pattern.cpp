// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/text_pattern.h"

#include <re2/re2.h>

#include <utility>

namespace kernline {

Expected<TextPattern> TextPattern::compile(const SearchQuery& query) {
  RE2::Options options(RE2::Quiet);
  options.set_literal(!query.isRegex);
  options.set_case_sensitive(query.matchCase);
  auto expression = std::make_shared<const RE2>(query.text, options);
  if (!expression->ok()) {
    return std::unexpected(
        Error{Error::Kind::Usage, Phrase::tr("Not a valid regular expression: %1").with(expression->error())});
  }
  return TextPattern(std::move(expression));
}

bool TextPattern::isIn(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *m_expression);
}

}  // namespace kernline
