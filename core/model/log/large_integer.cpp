// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/large_integer.h"

#include <charconv>
#include <cmath>

namespace kernline {

std::string_view largeInteger(const Log& log, const LogCell& cell) {
  return cell.hasNumber() ? largeInteger(cell.number, log.text(cell.text)) : std::string_view();
}

std::string_view largeInteger(double number, std::string_view text) {
  constexpr double exactUpTo = 9007199254740992.0;  // 2^53
  if (std::isnan(number) || std::abs(number) < exactUpTo) {
    return {};
  }
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return {};
  }
  double printed = 0;
  std::from_chars(text.data(), text.data() + text.size(), printed);
  return printed == number ? text : std::string_view();
}

}  // namespace kernline
