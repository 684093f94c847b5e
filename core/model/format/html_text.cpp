// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/html_text.h"

#include "core/model/format/printable_text.h"

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

}  // namespace kernline
