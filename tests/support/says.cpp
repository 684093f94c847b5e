// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/says.h"

#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <sstream>

namespace kernline::test {
namespace {

constexpr const char* phraseList = KERNLINE_SOURCE_DIR "/tests/golden/phrases.tsv";

const std::map<std::string, std::string, std::less<>>& phrasesById() {
  static const auto phrases = [] {
    std::map<std::string, std::string, std::less<>> read;
    std::istringstream lines(readFile(phraseList));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t tab = line.find('\t');
      read.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
    return read;
  }();
  return phrases;
}

/// The English text with its gaps as they are, %1 to %9.
std::string_view englishOf(std::string_view id) {
  const auto phrase = phrasesById().find(id);
  if (phrase == phrasesById().end()) {
    ADD_FAILURE() << "no phrase \"" << id << "\" in " << phraseList;
    return "(no phrase)";
  }
  return phrase->second;
}

/// The number of the gap here, or 0.
std::size_t gapAt(std::string_view text, std::size_t at) {
  const bool isGap = text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
  return isGap ? static_cast<std::size_t>(text[at + 1] - '0') : 0;
}

/// For each number of a gap, how many gaps up to it the phrase has: %2 and %5 alone are the first and second value.
std::array<std::size_t, 10> ordersOfGaps(std::string_view english) {
  std::array<std::size_t, 10> orders{};
  for (std::size_t i = 0; i < english.size(); ++i) {
    orders.at(gapAt(english, i)) = 1;
  }
  orders[0] = 0;
  for (std::size_t number = 1; number < orders.size(); ++number) {
    orders.at(number) += orders.at(number - 1);
  }
  return orders;
}

/// Whether `text` has the pieces one after the other, from its first character to its last one if it must be `isWhole`.
bool hasPieces(std::string_view text, const std::vector<std::string>& pieces, bool isWhole) {
  if (isWhole && !text.starts_with(pieces.front())) {
    return false;
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (isWhole && i > 0 && i + 1 == pieces.size()) {
      return text.size() >= at + pieces[i].size() && text.ends_with(pieces[i]);
    }
    at = text.find(pieces[i], at);
    if (at == std::string_view::npos) {
      return false;
    }
    at += pieces[i].size();
  }
  return !isWhole || at == text.size();
}

}  // namespace

std::vector<std::string> piecesOf(std::string_view id, const std::vector<PhraseValue>& values) {
  const std::string_view english = englishOf(id);
  const auto orders = ordersOfGaps(english);
  EXPECT_EQ(orders.back(), values.size()) << "values of " << id << ": " << english;
  std::vector<std::string> pieces(1);
  for (std::size_t i = 0; i < english.size(); ++i) {
    const std::size_t number = gapAt(english, i);
    if (number == 0) {
      pieces.back() += english[i];
      continue;
    }
    ++i;
    const std::size_t order = orders.at(number);
    if (order <= values.size() && values[order - 1].text()) {
      pieces.back() += *values[order - 1].text();
    } else {
      pieces.emplace_back();
    }
  }
  return pieces;
}

std::string sentence(std::string_view id, const std::vector<PhraseValue>& values) {
  const std::vector<std::string> pieces = piecesOf(id, values);
  EXPECT_EQ(pieces.size(), 1U) << id << ": each gap needs a value";
  return pieces.front();
}

bool PhraseMatcher::isIn(std::string_view text, std::ostream* explanation) const {
  if (explanation != nullptr) {
    *explanation << "which says \"" << text << '"';
  }
  return hasPieces(text, m_pieces, m_isWhole);
}

void PhraseMatcher::DescribeTo(std::ostream* out) const {
  *out << (m_isWhole ? "says \"" : "mentions \"");
  for (std::size_t i = 0; i < m_pieces.size(); ++i) {
    *out << (i > 0 ? "…" : "") << m_pieces[i];
  }
  *out << '"';
}

void PhraseMatcher::DescribeNegationTo(std::ostream* out) const {
  *out << "not: ";
  DescribeTo(out);
}

}  // namespace kernline::test
