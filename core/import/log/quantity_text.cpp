// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/quantity_text.h"

#include "core/import/log/byte_set.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string>

namespace kernline::logs {

namespace {

constexpr std::size_t maxNumberLength = 64;

/// Digits with at most one point, few enough that the quotient or product of two whole numbers is the nearest number.
std::optional<double> shortNumber(std::string_view text, std::int32_t decimalPower) {
  constexpr std::size_t maxDigits = 15;  // exact below 2^53
  constexpr std::array<double, 16> powers{1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool isNegative = text.starts_with('-');
  const std::string_view digits = text.substr(isNegative ? 1 : 0);
  if (digits.empty() || digits.size() > maxDigits + 1 || !isDigit(digits.front()) || !isDigit(digits.back())) {
    return std::nullopt;
  }
  std::int64_t whole = 0;
  std::size_t point = digits.size();
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] == '.' && point == digits.size()) {
      point = i;
    } else if (isDigit(digits[i])) {
      whole = 10 * whole + (digits[i] - '0');
    } else {
      return std::nullopt;
    }
  }
  const auto behind = static_cast<std::int32_t>(digits.size() - std::min(point + 1, digits.size()));
  const std::int32_t power = decimalPower - behind;
  if (std::abs(power) >= static_cast<std::int32_t>(powers.size()) || whole >= std::int64_t{1'000'000'000'000'000}) {
    return std::nullopt;
  }
  const double scale = powers[static_cast<std::size_t>(std::abs(power))];
  const double value = power < 0 ? static_cast<double>(whole) / scale : static_cast<double>(whole) * scale;
  return isNegative ? -value : value;
}

/// Groups behind the first separator have three digits each, or four each.
bool areGroups(std::string_view digits) {
  const std::size_t first = digits.find(',');
  if (first == 0 || first > 4) {
    return false;
  }
  for (const std::size_t width : {std::size_t{3}, std::size_t{4}}) {
    std::size_t at = first;
    bool fits = first <= width;
    while (fits && at < digits.size()) {
      const std::size_t next = std::min(digits.find(',', at + 1), digits.size());
      fits = next - at - 1 == width;
      at = next;
    }
    if (fits) {
      return true;
    }
  }
  return false;
}

/// Returns the number of leading characters of `text` that form a number.
std::size_t numberLength(std::string_view text) {
  std::size_t at = 0;
  at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
  bool anyDigit = false;
  while (at < text.size() && (isDigit(text[at]) || ((text[at] == ',' || text[at] == '.') && at + 1 < text.size() &&
                                                    (isDigit(text[at + 1]) || text[at] == '.')))) {
    anyDigit = anyDigit || isDigit(text[at]);
    ++at;
  }
  if (!anyDigit) {
    return 0;
  }
  if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t exponent = at + 1;
    exponent += text[exponent] == '-' || text[exponent] == '+' ? 1 : 0;
    if (exponent < text.size() && isDigit(text[exponent])) {
      while (exponent < text.size() && isDigit(text[exponent])) {
        ++exponent;
      }
      at = exponent;
    }
  }
  return at;
}

double inBaseUnit(double number, const UnitText& unit) {
  const double value = number * static_cast<double>(unit.factor);
  return unit.quantity == Quantity::Bytes ? std::round(value) : value;
}

struct Parts {
  std::string_view number;
  std::string_view error;
  std::string_view unit;
};

/// "samples/s ± 12", "ms ± 0.1 ms" behind a number: the unit, and the error in it.
void takeErrorBehindUnit(Parts& parts) {
  constexpr std::string_view plusMinus = "±";
  const std::size_t at = parts.unit.find(plusMinus);
  if (at == std::string_view::npos) {
    return;
  }
  const std::string_view unit = trimmed(parts.unit.substr(0, at));
  const std::string_view rest = trimmed(parts.unit.substr(at + plusMinus.size()));
  const std::string_view error = rest.substr(0, numberLength(rest));
  const std::string_view errorUnit = trimmed(rest.substr(error.size()));
  if (!error.empty() && (errorUnit.empty() || errorUnit == unit)) {
    parts.error = error;
    parts.unit = unit;
  }
}

/// Cuts "24.5 ± 0.06 ms" into its three parts; number is empty if there is none.
Parts partsOf(std::string_view text) {
  static constexpr std::array<std::string_view, 3> approximations{"~", "≈", "约"};
  static constexpr std::array<std::string_view, 3> plusMinusSigns{"±", "+/-", "+-"};
  Parts parts;
  if (!text.empty() && !isDigit(text.front())) {
    for (const std::string_view approximately : approximations) {
      if (text.starts_with(approximately)) {
        text = trimmed(text.substr(approximately.size()));
      }
    }
  }
  parts.number = text.substr(0, numberLength(text));
  if (parts.number.empty()) {
    return parts;
  }
  text = trimmed(text.substr(parts.number.size()));
  if (text.empty()) {
    return parts;
  }
  const bool mayHaveError = text.front() == '+' || text.front() == plusMinusSigns.front().front();
  for (const std::string_view plusMinus : plusMinusSigns) {
    if (mayHaveError && text.starts_with(plusMinus)) {
      text = trimmed(text.substr(plusMinus.size()));
      parts.error = text.substr(0, numberLength(text));
      parts.number = parts.error.empty() ? std::string_view{} : parts.number;
      text = trimmed(text.substr(parts.error.size()));
      break;
    }
  }
  parts.unit = text;
  if (parts.error.empty()) {
    takeErrorBehindUnit(parts);
  }
  return parts;
}

std::optional<PrintedQuantity> assembled(const Parts& parts, const UnitText& unit) {
  const auto number = numberOf(parts.number, unit.decimalPower);
  if (!number) {
    return std::nullopt;
  }
  PrintedQuantity result{.value = inBaseUnit(*number, unit), .quantity = unit.quantity, .unit = parts.unit};
  if (parts.unit == "B" && unit.quantity == Quantity::Bytes && *number != std::floor(*number)) {
    constexpr double billion = 1e9;  // bytes have no fractions: "6.74 B" is a number of parameters
    return PrintedQuantity{.value = *number * billion, .quantity = Quantity::Number};
  }
  result.isInteger = parts.number.find_first_of(".eE") == std::string_view::npos;
  if (!parts.error.empty()) {
    const auto error = numberOf(parts.error, unit.decimalPower);
    if (!error) {
      return std::nullopt;
    }
    result.error = inBaseUnit(*error, unit);
  }
  return result;
}

bool isShortWord(std::string_view text) {
  static constexpr ByteSet forbidden{" \t,;:|()[]{}<>=\"'\\.-_"};
  return text.size() <= maxUnitLength && !isDigit(text.front()) &&
         std::ranges::none_of(text, [](char c) { return forbidden.has(c); });
}

/// Returns the power of a thousand: 1 for "k tok/s" behind "2.1"; 0 if there is none.
std::size_t scaleOfRate(std::string_view unit) {
  if (unit.size() < 3 || unit[1] != ' ' || !unit.contains('/')) {
    return 0;
  }
  constexpr std::string_view letters = "KMG";
  const std::size_t at = letters.find(toUpper(unit.front()));
  return at == std::string_view::npos || unit.front() == 'm' || unit.front() == 'g' ? 0 : at + 1;
}

std::optional<PrintedQuantity> ofKnownUnit(const Parts& parts, ByteBase base) {
  if (parts.number.empty()) {
    return std::nullopt;
  }
  if (const std::size_t scale = scaleOfRate(parts.unit); scale > 0) {
    const std::string_view what = parts.unit.substr(2);
    if (auto rate = unitOf(what, base); rate && rate->quantity == Quantity::Rate) {
      rate->decimalPower += static_cast<std::int32_t>(3 * scale);
      return assembled({.number = parts.number, .error = parts.error, .unit = what}, *rate);
    }
  }
  const auto unit = parts.unit.empty() ? std::optional(UnitText{}) : unitOf(parts.unit, base);
  return unit ? assembled(parts, *unit) : std::nullopt;
}

}  // namespace

std::optional<double> numberOf(std::string_view text, std::int32_t decimalPower) {
  if (const auto number = shortNumber(text, decimalPower)) {
    return number;
  }
  if (text.empty() || text.size() > maxNumberLength || numberLength(text) != text.size()) {
    return std::nullopt;
  }
  std::string digits{text.substr(text.front() == '+' ? 1 : 0)};
  const std::size_t whole = std::min(digits.find_first_of(".eE"), digits.size());
  const std::size_t sign = digits.front() == '-' ? 1 : 0;
  if (digits.find(',') != std::string::npos) {
    if (digits.find(',', whole) != std::string::npos ||
        !areGroups(std::string_view{digits}.substr(sign, whole - sign))) {
      return std::nullopt;
    }
    std::erase(digits, ',');
  }
  // The power goes into the exponent, so that the result is the nearest number to the digits.
  std::int32_t exponent = decimalPower;
  if (const std::size_t e = digits.find_first_of("eE"); e != std::string::npos) {
    std::int32_t printed = 0;
    const char* begin = digits.data() + e + 1 + (digits[e + 1] == '+' ? 1 : 0);
    if (std::from_chars(begin, digits.data() + digits.size(), printed).ec != std::errc{} || std::abs(printed) > 400) {
      return std::nullopt;
    }
    exponent += printed;
    digits.resize(e);
  }
  digits += 'e' + std::to_string(exponent);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

std::optional<PrintedQuantity> quantityOf(std::string_view text, ByteBase base) {
  return ofKnownUnit(partsOf(trimmed(text)), base);
}

std::optional<PrintedQuantity> quantityWithAnyUnit(std::string_view text, ByteBase base) {
  const Parts parts = partsOf(trimmed(text));
  if (auto known = ofKnownUnit(parts, base)) {
    return known;
  }
  std::string_view word = parts.unit;
  word.remove_suffix(word.ends_with("(s)") ? 3 : 0);  // "26 token(s)"
  return !parts.number.empty() && !word.empty() && isShortWord(word) ? assembled(parts, {}) : std::nullopt;
}

PrintedQuantity inUnit(const PrintedQuantity& plain, std::string_view unit) {
  const auto known = unitOf(unit, ByteBase::Binary);
  assert(known);
  PrintedQuantity result = inUnit(plain, *known);
  result.unit = result.quantity == known->quantity ? unit : plain.unit;
  return result;
}

PrintedQuantity inUnit(const PrintedQuantity& plain, const UnitText& unit) {
  PrintedQuantity result = plain;
  const double power = std::pow(10.0, unit.decimalPower);
  result.value = inBaseUnit(plain.value * power, unit);
  result.error = inBaseUnit(plain.error * power, unit);
  result.quantity = unit.quantity;
  return std::isinf(result.value) ? plain : result;
}

std::optional<PrintedQuantity> usedQuantity(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto total =
      slash == std::string_view::npos ? std::nullopt : quantityOf(text.substr(slash + 1), ByteBase::Binary);
  const auto used = total ? numberOf(trimmed(text.substr(0, slash))) : std::nullopt;
  if (!used || total->quantity != Quantity::Bytes || total->unit.empty()) {
    return std::nullopt;
  }
  return inUnit(PrintedQuantity{.value = *used}, total->unit);
}

std::optional<PrintedQuantity> leadingQuantity(std::string_view text, ByteBase base) {
  text = trimmed(text);
  Parts parts = partsOf(text);
  if (parts.number.empty()) {
    return std::nullopt;
  }
  // The unit ends where its letters do.
  std::size_t end = 0;
  while (end < parts.unit.size() && !isDigit(parts.unit[end]) && parts.unit[end] != ' ' && parts.unit[end] != '\t') {
    ++end;
  }
  const std::string_view behind = parts.unit.substr(end);
  for (; end > 0; --end) {
    if (const auto unit = unitOf(parts.unit.substr(0, end), base)) {
      const std::string_view all = parts.unit;
      parts.unit = all.substr(0, end);
      auto result = assembled(parts, *unit);
      if (result) {
        result->trailing = end + behind.size() == all.size() ? behind : all.substr(end);
      }
      return result;
    }
  }
  return std::nullopt;
}

}  // namespace kernline::logs
