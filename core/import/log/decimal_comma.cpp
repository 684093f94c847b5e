// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/decimal_comma.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>

namespace kernline::logs {

namespace {

constexpr std::size_t groupSize = 3;

/// "1.234.567": up to three digits, then groups of three.
bool hasPointedGroups(std::string_view whole) {
  std::size_t begin = 0;
  for (std::size_t point = whole.find('.'); point != std::string_view::npos; point = whole.find('.', begin)) {
    const std::size_t length = point - begin;
    if (begin == 0 ? length == 0 || length > groupSize : length != groupSize) {
      return false;
    }
    begin = point + 1;
  }
  return begin > 0 && whole.size() - begin == groupSize;
}

/// Whether `rest` may follow a number: empty, an exponent, a percent sign or a unit behind a blank.
bool mayStandBehind(std::string_view rest) {
  if (rest.empty() || rest.front() == ' ' || rest.front() == '%') {
    return rest.find(',') == std::string_view::npos;
  }
  if (rest.front() != 'e' && rest.front() != 'E') {
    return false;
  }
  rest.remove_prefix(1);
  rest.remove_prefix(rest.starts_with('+') || rest.starts_with('-') ? 1 : 0);
  return !rest.empty() && std::ranges::all_of(rest, isDigit);
}

}  // namespace

CommaMeaning commaMeaning(std::string_view cell) {
  cell = trimmed(cell);
  cell.remove_prefix(cell.starts_with('-') || cell.starts_with('+') ? 1 : 0);
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos || comma == 0) {
    return CommaMeaning::None;
  }
  const std::string_view whole = cell.substr(0, comma);
  const std::string_view rest = cell.substr(comma + 1);
  const std::size_t decimals = static_cast<std::size_t>(std::ranges::find_if_not(rest, isDigit) - rest.begin());
  if (decimals == 0 || !mayStandBehind(rest.substr(decimals))) {
    return CommaMeaning::None;
  }
  if (hasPointedGroups(whole)) {
    return CommaMeaning::Decimal;
  }
  if (!std::ranges::all_of(whole, isDigit)) {
    return CommaMeaning::None;
  }
  const bool mayBeGroups = decimals == groupSize && whole.size() <= groupSize && whole != "0";
  return mayBeGroups ? CommaMeaning::Either : CommaMeaning::Decimal;
}

bool mayBePointedGroups(std::string_view cell) {
  cell = trimmed(cell);
  const bool isPlain = std::ranges::all_of(cell, [](char c) { return isDigit(c) || c == '.'; });
  return isPlain && !cell.starts_with("0") && hasPointedGroups(cell);
}

std::string withoutPoints(std::string_view cell) {
  std::string text{cell};
  std::erase(text, '.');
  return text;
}

std::string withDecimalPoint(std::string_view cell) {
  std::string text{cell};
  const std::size_t comma = text.find(',');
  std::string whole = text.substr(0, comma);
  std::erase(whole, '.');
  return whole + "." + text.substr(comma + 1);
}

}  // namespace kernline::logs
