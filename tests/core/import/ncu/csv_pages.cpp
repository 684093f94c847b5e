// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/ncu/csv_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace kernline::test {

std::vector<std::vector<std::string>> csvCells(const std::string& text) {
  std::vector<std::vector<std::string>> lines{{""}};
  bool isQuoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && isQuoted && i + 1 < text.size() && text[i + 1] == '"') {
      lines.back().back() += text[++i];
    } else if (c == '"') {
      isQuoted = !isQuoted;
    } else if (c == ',' && !isQuoted) {
      lines.back().emplace_back();
    } else if (c == '\n' && !isQuoted) {
      lines.push_back({""});
    } else if (c != '\r' || isQuoted) {
      lines.back().back() += c;
    }
  }
  return lines;
}

std::optional<double> printedNumber(std::string_view text) {
  std::string digits{text};
  std::erase(digits, ',');
  char* end = nullptr;
  const double number = std::strtod(digits.c_str(), &end);
  const bool isAll = !digits.empty() && end == digits.c_str() + digits.size();
  return isAll && number == number ? std::optional(number) : std::nullopt;
}

ScaledUnit scaledUnit(const std::string& printed) {
  constexpr std::pair<char, double> prefixes[] = {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}};
  constexpr std::pair<std::string_view, double> parts[] = {{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"s", 1}};
  if (printed == "%/Kbyte") {
    return {.base = "%/byte", .factor = 1e3};  // ncu divides, whichever side of the slash the prefix is on
  }
  for (const auto& [prefix, factor] : prefixes) {
    const std::string rest = printed.empty() ? "" : printed.substr(1);
    if (!printed.empty() && printed.front() == prefix && (rest.starts_with("byte") || rest == "hz")) {
      return {.base = rest, .factor = factor};
    }
  }
  const std::size_t slash = printed.find('/');
  for (const auto& [part, perSecond] : parts) {
    if (slash != std::string::npos && printed.substr(slash + 1) == part) {
      return {.base = printed.substr(0, slash) + "/s", .factor = perSecond};
    }
    if (printed == part) {
      return {.base = "ns", .factor = 1e9 / perSecond};
    }
  }
  return {.base = printed, .factor = 1};
}

}  // namespace kernline::test
