// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/decimal_time.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kernline::chrome {

namespace {

/// Digits of a number with the place of its point: value = digits · 10^exponent.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
  char firstDropped = '0';  // the first digit that did not fit
  bool droppedAny = false;
  bool isNegative = false;
};

/// Reads digits into `number`, at most as many as fit 64 bits; `fraction` counts places behind the point.
const char* readDigits(const char* p, const char* end, Decimal& number, bool fraction) {
  constexpr std::uint64_t full = (UINT64_MAX - 9) / 10;
  for (; p != end && isDigit(*p); ++p) {
    if (number.digits <= full) {
      number.digits = number.digits * 10 + static_cast<std::uint64_t>(*p - '0');
      number.exponent -= fraction ? 1 : 0;
    } else {
      number.exponent += fraction ? 0 : 1;
      number.firstDropped = number.droppedAny ? number.firstDropped : *p;
      number.droppedAny = true;
    }
  }
  return p;
}

bool readDecimal(std::string_view text, Decimal& number) {
  const char* p = text.data();
  const char* const end = p + text.size();
  if (p != end && (*p == '-' || *p == '+')) {
    number.isNegative = *p++ == '-';
  }
  const char* const whole = p;
  p = readDigits(p, end, number, false);
  bool any = p != whole;
  if (p != end && *p == '.') {
    const char* const fraction = ++p;
    p = readDigits(p, end, number, true);
    any = any || p != fraction;
  }
  if (!any) {
    return false;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    p += p != end && *p == '+' ? 1 : 0;
    int exponent = 0;
    const auto [after, error] = std::from_chars(p, end, exponent);
    if (error == std::errc::result_out_of_range) {
      exponent = *p == '-' ? -100000 : 100000;
    } else if (error != std::errc{}) {
      return false;
    }
    p = after;
    number.exponent += std::clamp(exponent, -100000, 100000);
  }
  return p == end;
}

}  // namespace

ParsedTime parseMicroseconds(std::string_view text) {
  Decimal number;
  if (!readDecimal(text, number)) {
    return {};
  }
  int exponent = number.exponent + 3;  // exponent in nanoseconds
  std::uint64_t ns = number.digits;
  NumberState state = NumberState::Good;
  for (; exponent > 0 && ns != 0; --exponent) {
    if (ns > maxTimeNs / 10) {
      ns = maxTimeNs + 1;
      break;
    }
    ns *= 10;
  }
  if (exponent < 0) {
    std::uint64_t lastDigit = 0;
    for (; exponent < 0 && ns != 0; ++exponent) {
      lastDigit = ns % 10;
      ns /= 10;
    }
    ns += exponent == 0 && lastDigit >= 5 ? 1 : 0;
  } else if (exponent == 0 && number.firstDropped >= '5') {
    ns += 1;
  }
  if (ns > maxTimeNs) {
    ns = maxTimeNs;
    state = NumberState::Clamped;
  }
  const auto magnitude = static_cast<std::int64_t>(ns);
  return {state, number.isNegative ? -magnitude : magnitude};
}

bool parseDouble(std::string_view text, double& value) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return false;
    }
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace kernline::chrome
