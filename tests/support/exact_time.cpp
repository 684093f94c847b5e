// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/exact_time.h"

#include <cctype>
#include <charconv>
#include <string>

namespace kernline::test {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// A decimal number as sign, digits and the place of its point: 12.5e3 is "125" with 5 digits before the point.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t pointAt = 0;
};

std::optional<Decimal> readDecimal(std::string_view text) {
  Decimal number;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
    number.negative = text[at++] == '-';
  }
  for (; at < text.size() && isDigit(text[at]); ++at) {
    number.digits += text[at];
  }
  number.pointAt = static_cast<std::int64_t>(number.digits.size());
  if (at < text.size() && text[at] == '.') {
    for (++at; at < text.size() && isDigit(text[at]); ++at) {
      number.digits += text[at];
    }
  }
  if (number.digits.empty()) {
    return std::nullopt;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const bool plus = at + 1 < text.size() && text[at + 1] == '+';
    int exponent = 0;
    const char* begin = text.data() + at + (plus ? 2 : 1);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), exponent);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    number.pointAt += exponent;
    at = static_cast<std::size_t>(end - text.data());
  }
  return at == text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> nanoseconds(std::string_view text) {
  const std::optional<Decimal> number = readDecimal(text);
  if (!number) {
    return std::nullopt;
  }
  const std::int64_t wholeDigits = number->pointAt + 3;
  __extension__ using Wide = __int128;
  constexpr Wide limit = INT64_MAX;
  Wide value = 0;
  for (std::int64_t i = 0; i < wholeDigits; ++i) {
    const bool given = i < static_cast<std::int64_t>(number->digits.size());
    value = value * 10 + (given ? number->digits[static_cast<std::size_t>(i)] - '0' : 0);
    if (value > limit) {
      return std::nullopt;
    }
  }
  const bool hasNext = wholeDigits >= 0 && wholeDigits < static_cast<std::int64_t>(number->digits.size());
  if (hasNext && number->digits[static_cast<std::size_t>(wholeDigits)] >= '5') {
    ++value;
  }
  if (value > limit) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(number->negative ? -value : value);
}

}  // namespace kernline::test
