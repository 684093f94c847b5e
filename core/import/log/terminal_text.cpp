// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/terminal_text.h"

#include "core/import/log/line_marks.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace kernline::logs {

namespace {

/// Returns the length of the escape sequence at `text[at]`: colors, cursor movements, window titles.
std::size_t escapeLength(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) {
    return 1;
  }
  if (text[at + 1] == '[') {
    std::size_t end = at + 2;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x20 &&
           static_cast<unsigned char>(text[end]) < 0x40) {
      ++end;
    }
    return std::min(end + 1, text.size()) - at;
  }
  if (text[at + 1] == ']') {
    const std::size_t end = text.find_first_of("\x07\x1B", at + 2);
    return (end == std::string_view::npos ? text.size() : end + 1) - at;
  }
  return 2;
}

/// Lines of boxes ("│", "─", "┼" and their bold and double kin) as the ASCII that the table readers know.
char boxCharacter(std::string_view three) {
  const auto code =
      ((static_cast<unsigned char>(three[1]) & 0x3FU) << 6U) | (static_cast<unsigned char>(three[2]) & 0x3FU);
  switch (0x2000U | code) {  // the lead byte E2 is U+2000 and above
    case 0x2500:
    case 0x2501:
    case 0x2504:
    case 0x2505:
    case 0x2508:
    case 0x2509:
    case 0x254C:
    case 0x254D:
    case 0x2550:
    case 0x2574:
    case 0x2576:
      return '-';
    case 0x2502:
    case 0x2503:
    case 0x2506:
    case 0x2507:
    case 0x250A:
    case 0x250B:
    case 0x2551:
      return '|';
    default:
      return (0x2000U | code) >= 0x250C && (0x2000U | code) <= 0x257F ? '+' : '\0';
  }
}

/// Searched by their second byte: progress bars are full of the first one.
bool hasBoxes(std::string_view text) {
  for (const char second : {'\x94', '\x95'}) {
    for (std::size_t at = text.find(second); at != std::string_view::npos; at = text.find(second, at + 1)) {
      if (at > 0 && text[at - 1] == '\xE2') {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string_view lastWritten(std::string_view line) {
  while (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  const void* last = memrchr(line.data(), '\r', line.size());
  return last == nullptr ? line
                         : line.substr(static_cast<std::size_t>(static_cast<const char*>(last) - line.data()) + 1);
}

std::string_view terminalText(std::string_view text, std::uint16_t marks, std::string& store) {
  if ((marks & hasControl) == 0 && ((marks & hasHighByte) == 0 || !hasBoxes(text))) {
    return text;
  }
  assert(store.capacity() - store.size() >= text.size());
  const std::size_t begin = store.size();
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\x1B') {
      i += escapeLength(text, i);
    } else if (c == '\xE2' && i + 2 < text.size() && boxCharacter(text.substr(i, 3)) != '\0') {
      store += boxCharacter(text.substr(i, 3));
      i += 3;
    } else {
      if ((marksOfByte[static_cast<unsigned char>(c)] & hasControl) == 0) {
        store += c;
      }
      ++i;
    }
  }
  return std::string_view{store}.substr(begin);
}

}  // namespace kernline::logs
