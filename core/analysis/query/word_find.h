// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// Finds one word of ASCII in a lot of text, at the speed of memory: the filter before a closer look.
class WordFind {
 public:
  /// Letters, digits, underscores, and blanks between them.
  WordFind(std::string_view word, bool matchCase);

  /// The first place from `p` on, or `end`.
  [[nodiscard]] const char* next(const char* p, const char* end) const;

 private:
  [[nodiscard]] bool isAt(const char* p) const;

  std::string m_lower;  // lower case, or as typed where case matters
  std::string m_upper;
};

}  // namespace kernline
