// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/match_lines.h"

#include "core/compare/runs/sequence_alignment.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

/// A line of one version that is still to be matched.
struct VersionLine {
  std::uint32_t number = 0;
  std::string_view text;
  std::uint32_t id = 0;  // id of the text
  bool isMatched = false;
};

class LineMatcher {
 public:
  LineMatcher(const std::map<std::uint32_t, std::string>& before, const std::map<std::uint32_t, std::string>& after)
      : m_before(linesOf(before)), m_after(linesOf(after)) {}

  std::vector<MatchedLines> match() {
    matchSame();
    matchMoved();
    matchChanged();
    std::ranges::sort(m_matches, {}, &MatchedLines::before);
    return std::move(m_matches);
  }

 private:
  std::vector<VersionLine> linesOf(const std::map<std::uint32_t, std::string>& version);
  void matchSame();
  void matchMoved();
  void matchChanged();
  void matchGap(std::size_t before, std::size_t beforeEnd, std::size_t after, std::size_t afterEnd);
  void add(std::size_t before, std::size_t after, LineMatch how) {
    m_before[before].isMatched = m_after[after].isMatched = true;
    m_matches.push_back({.before = m_before[before].number, .after = m_after[after].number, .how = how});
  }

  std::map<std::string_view, std::uint32_t> m_ids;
  std::vector<VersionLine> m_before;
  std::vector<VersionLine> m_after;
  std::vector<std::pair<std::size_t, std::size_t>> m_same;  // positions, ascending
  std::vector<MatchedLines> m_matches;
};

std::vector<VersionLine> LineMatcher::linesOf(const std::map<std::uint32_t, std::string>& version) {
  std::vector<VersionLine> lines;
  for (const auto& [number, line] : version) {
    const std::string_view text = trimmed(line);
    const auto id = m_ids.emplace(text, static_cast<std::uint32_t>(m_ids.size())).first->second;
    lines.push_back({.number = number, .text = text, .id = id});
  }
  return lines;
}

void LineMatcher::matchSame() {
  const auto idsOf = [](const std::vector<VersionLine>& lines) {
    std::vector<std::uint32_t> ids;
    for (const VersionLine& line : lines) {
      ids.push_back(line.id);
    }
    return ids;
  };
  m_same = alignSequences(idsOf(m_before), idsOf(m_after)).value_or(std::vector<std::pair<std::size_t, std::size_t>>());
  for (const auto& [before, after] : m_same) {
    add(before, after, LineMatch::Same);
  }
}

/// Matches lines that occur once in either version and are more than a brace.
void LineMatcher::matchMoved() {
  constexpr std::size_t minLength = 4;
  struct Places {
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
  };
  std::map<std::uint32_t, Places> places;
  const auto collect = [&](const std::vector<VersionLine>& lines, std::vector<std::size_t> Places::* into) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].isMatched && lines[i].text.size() >= minLength) {
        (places[lines[i].id].*into).push_back(i);
      }
    }
  };
  collect(m_before, &Places::before);
  collect(m_after, &Places::after);
  for (const auto& [id, where] : places) {
    if (where.before.size() == 1 && where.after.size() == 1) {
      add(where.before.front(), where.after.front(), LineMatch::Moved);
    }
  }
}

void LineMatcher::matchChanged() {
  std::size_t before = 0;
  std::size_t after = 0;
  for (const auto& [sameBefore, sameAfter] : m_same) {
    matchGap(before, sameBefore, after, sameAfter);
    before = sameBefore + 1;
    after = sameAfter + 1;
  }
  matchGap(before, m_before.size(), after, m_after.size());
}

std::multiset<std::string_view> codeWords(std::string_view line) {
  std::multiset<std::string_view> words;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (!line.empty()) {
    const std::size_t length = static_cast<std::size_t>(std::ranges::find_if_not(line, isWord) - line.begin());
    words.insert(line.substr(0, std::max<std::size_t>(length, 1)));
    line.remove_prefix(std::max<std::size_t>(length, 1));
  }
  words.erase(" ");
  return words;
}

/// Whether half of the words of two lines are the same.
bool haveLikeWords(std::string_view a, std::string_view b) {
  const auto left = codeWords(a);
  const auto right = codeWords(b);
  std::vector<std::string_view> common;
  std::ranges::set_intersection(left, right, std::back_inserter(common));
  return 4 * common.size() >= left.size() + right.size();
}

/// Line by line where as many came as went; else those that are alike, in their order.
void LineMatcher::matchGap(std::size_t before, std::size_t beforeEnd, std::size_t after, std::size_t afterEnd) {
  const auto open = [](const std::vector<VersionLine>& lines, std::size_t from, std::size_t to) {
    std::vector<std::size_t> places;
    for (std::size_t i = from; i < to; ++i) {
      if (!lines[i].isMatched && !lines[i].text.empty()) {
        places.push_back(i);
      }
    }
    return places;
  };
  const std::vector<std::size_t> gone = open(m_before, before, beforeEnd);
  const std::vector<std::size_t> come = open(m_after, after, afterEnd);
  constexpr std::size_t maxPairs = 1'000'000;  // looked at word by word
  const bool isTooMuch = gone.size() * come.size() > maxPairs;
  std::size_t next = 0;
  for (const std::size_t line : gone) {
    for (std::size_t i = next; i < come.size(); ++i) {
      if (m_before[line].id == m_after[come[i]].id) {
        add(line, come[i], LineMatch::Moved);
        next = i + 1;
        break;
      }
      if (isTooMuch) {
        continue;
      }
      if (gone.size() == come.size() || haveLikeWords(m_before[line].text, m_after[come[i]].text)) {
        add(line, come[i], LineMatch::Changed);
        next = i + 1;
        break;
      }
    }
  }
}

}  // namespace

std::vector<MatchedLines> matchLines(const std::map<std::uint32_t, std::string>& before,
                                     const std::map<std::uint32_t, std::string>& after) {
  return LineMatcher(before, after).match();
}

}  // namespace kernline
