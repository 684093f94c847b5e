// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/html_text.h"

#include "core/model/format/printable_text.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

std::string htmlText(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string htmlName(std::string_view name) {
  std::string result;
  std::size_t begin = 0;
  while (begin < name.size()) {
    const std::size_t joint = std::min(name.find_first_of("._-/:", begin), name.size() - 1);
    const std::size_t end = std::min(name.find_first_not_of("._-/:", joint), name.size());
    result += htmlText(name.substr(begin, std::max(end, joint + 1) - begin));
    begin = std::max(end, joint + 1);
    result += begin < name.size() ? "<wbr>" : "";
  }
  return result;
}

}  // namespace kernline
