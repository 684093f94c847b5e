// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kernline {

/// An unusable line of a file that users edit, with its remedy.
struct LineProblem {
  std::size_t line = 0;  ///< line number, from 1
  Message text;
};

/// Calls `take(number, line)` for every line, numbered from 1, without the space around it; a byte order mark is not
/// part of the first.
template <typename Take>
void forEachLine(std::string_view text, const Take& take) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    take(number, line);
  }
}

/// The lines that are neither empty nor a remark (#).
template <typename Take>
void forEachRule(std::string_view text, const Take& take) {
  forEachLine(text, [&](std::size_t number, std::string_view line) {
    if (!line.empty() && !line.starts_with('#')) {
      take(number, line);
    }
  });
}

}  // namespace kernline
