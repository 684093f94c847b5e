// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/timestamp_text.h"

#include "core/model/base/text.h"

#include <algorithm>

namespace kernline::logs {

namespace {

/// Matches the beginning of `text` against a pattern in which '0' means a digit; returns the length, or 0 if it does
/// not match.
std::size_t patternLength(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) {
    return 0;
  }
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '0' ? !isDigit(text[i]) : text[i] != pattern[i]) {
      return 0;
    }
  }
  return pattern.size();
}

}  // namespace

std::size_t timestampLength(std::string_view text) {
  static constexpr std::string_view dates[] = {"0000-00-00", "0000/00/00", "00/00/0000", "00-00", "00/00"};
  constexpr std::size_t fullDateLength = 10;
  std::size_t at = 0;
  for (const std::string_view date : dates) {
    at = patternLength(text, date);
    if (at > 0) {
      break;
    }
  }
  if (at > 0 && at < text.size() &&
      (text[at] == ' ' || text[at] == 'T' || text[at] == '_' || (text[at] == '-' && at == fullDateLength))) {
    ++at;
  } else if (at > 0) {
    return 0;
  }
  const std::size_t time = patternLength(text.substr(at), "00:00:00");
  if (time == 0) {
    return 0;
  }
  at += time;
  if (at + 1 < text.size() && (text[at] == '.' || text[at] == ',') && isDigit(text[at + 1])) {
    std::size_t end = at + 1;
    while (end < text.size() && isDigit(text[end])) {
      ++end;
    }
    // "10:11:12,345 text" has a fraction, "10:11:12,3.2,8" the next cell.
    const bool isCell = text[at] == ',' && end < text.size() && std::string_view{".,;"}.contains(text[end]);
    at = isCell ? at : end;
  }
  if (at < text.size() && text[at] == 'Z') {
    return at + 1;
  }
  return at + std::max(patternLength(text.substr(at), "+00:00"), patternLength(text.substr(at), "-00:00"));
}

}  // namespace kernline::logs
