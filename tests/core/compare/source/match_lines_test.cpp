// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/match_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>

namespace kernline {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::map<std::uint32_t, std::string> linesOf(const std::string& text) {
  std::map<std::uint32_t, std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines[static_cast<std::uint32_t>(lines.size() + 1)] = line;
  }
  return lines;
}

TEST(LinesOfTwoVersions, areTheSameWhereTheySayTheSameWhateverTheirNumbers) {
  EXPECT_THAT(matchLines(linesOf("int a;\nint b;\n"), linesOf("// new\nint a;\n  int b;  \n")),
              ElementsAre(MatchedLines{.before = 1, .after = 2, .how = LineMatch::Same},
                          MatchedLines{.before = 2, .after = 3, .how = LineMatch::Same}));
}

TEST(LinesOfTwoVersions, areChangedWhereOneStandsForTheOther) {
  EXPECT_THAT(matchLines(linesOf("{\nx = sqrt(y) / z;\n}\n"), linesOf("{\nx = rsqrt(y);\n}\n")),
              Contains(MatchedLines{.before = 2, .after = 2, .how = LineMatch::Changed}));
  EXPECT_THAT(matchLines(linesOf("{\nsum += in[i];\n}\n"), linesOf("{\nint k = 0;\nsum += in[i + k];\n}\n")),
              Contains(MatchedLines{.before = 2, .after = 3, .how = LineMatch::Changed}))
      << "of unequally many, those that are alike";
}

TEST(LinesOfTwoVersions, areMovedWhereTheyAreFoundElsewhere) {
  EXPECT_THAT(matchLines(linesOf("first();\na();\nb();\nc();\n"), linesOf("a();\nb();\nc();\nfirst();\n")),
              Contains(MatchedLines{.before = 1, .after = 4, .how = LineMatch::Moved}));
}

TEST(LinesOfTwoVersions, areNoneWhereALineWentOrCame) {
  const auto matches = matchLines(linesOf("{\nslow();\n}\n"), linesOf("{\n}\n"));
  EXPECT_THAT(matches, Not(Contains(testing::Field(&MatchedLines::before, 2))));
  EXPECT_TRUE(matchLines({}, linesOf("a\n")).empty());
}

}  // namespace
}  // namespace kernline
