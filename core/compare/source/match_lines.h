// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kernline {

/// Reason why two lines of two versions of a file are matched.
enum class LineMatch : std::uint8_t {
  Same,     ///< the same text, at the same place among the others
  Moved,    ///< the same text, elsewhere
  Changed,  ///< one is in the place of the other
  Number,   ///< the text of a version is not known: their numbers are equal
};

struct MatchedLines {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  LineMatch how = LineMatch::Same;

  bool operator==(const MatchedLines&) const = default;
};

/// Lines of two versions of a file, by number from 1. Blanks around a line do not count. Sorted by `before`; lines that
/// were removed or added are not in it, nor are all lines if one version is not known.
[[nodiscard]] std::vector<MatchedLines> matchLines(const std::map<std::uint32_t, std::string>& before,
                                                   const std::map<std::uint32_t, std::string>& after);

}  // namespace kernline
