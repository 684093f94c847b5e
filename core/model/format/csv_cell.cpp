// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/csv_cell.h"

#include "core/model/format/printable_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace kernline {

namespace {

bool isOneNumber(std::string_view text) {
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool isFormula(std::string_view text) {
  constexpr std::string_view beginnings = "=+-@\t\r";
  return text.size() > 1 && beginnings.contains(text.front()) && !isOneNumber(text);
}

bool isPlain(char c) {
  return c >= ' ' && c < 0x7F && c != ',' && c != '"';
}

}  // namespace

std::string csvCell(std::string_view text) {
  const bool needsApostrophe = isFormula(text);
  if (!needsApostrophe && std::ranges::all_of(text, isPlain)) {
    return std::string{text};
  }
  std::string cell = (needsApostrophe ? "'" : "") + withoutControls(text);
  if (cell.find_first_of(",\"\n\r") == std::string::npos) {
    return cell;
  }
  std::string quoted = "\"";
  for (const char c : cell) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + '"';
}

}  // namespace kernline
