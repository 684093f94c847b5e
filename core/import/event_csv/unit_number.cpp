// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/unit_number.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace kernline::csv {

namespace {

struct TimeUnit {
  std::string_view name;
  int exponent;
};

constexpr TimeUnit timeUnits[] = {
    {"ns", 0}, {"nsec", 0}, {"us", 3}, {"usec", 3}, {"µs", 3}, {"μs", 3}, {"ms", 6}, {"msec", 6}, {"s", 9}, {"sec", 9},
};

struct SizeUnit {
  std::string_view name;
  double bytes;
};

constexpr SizeUnit sizeUnits[] = {
    {"b", 1},    {"byte", 1},   {"bytes", 1},     {"kb", 1e3},      {"mb", 1e6},
    {"gb", 1e9}, {"kib", 1024}, {"mib", 1 << 20}, {"gib", 1 << 30},
};

/// The digits of a number without its point, and the count of those before the point.
struct Digits {
  std::string all;
  std::int64_t beforePoint = 0;
  bool isNegative = false;
};

/// Takes the number off the front of `cell`.
std::optional<Digits> takeDigits(std::string_view& cell) {
  Digits digits;
  if (cell.starts_with('-') || cell.starts_with('+')) {
    digits.isNegative = cell.front() == '-';
    cell.remove_prefix(1);
  }
  bool sawPoint = false;
  std::size_t at = 0;
  for (; at < cell.size() && (isDigit(cell[at]) || cell[at] == ',' || (cell[at] == '.' && !sawPoint)); ++at) {
    sawPoint = sawPoint || cell[at] == '.';
    if (isDigit(cell[at])) {
      digits.all += cell[at];
      digits.beforePoint += sawPoint ? 0 : 1;
    }
  }
  cell.remove_prefix(at);
  return digits.all.empty() ? std::nullopt : std::optional{digits};
}

}  // namespace

std::optional<int> timeExponent(std::string_view unit) {
  const auto* const found = std::ranges::find(timeUnits, lowered(unit), &TimeUnit::name);
  return found == std::end(timeUnits) ? std::nullopt : std::optional{found->exponent};
}

std::optional<double> bytesOfUnit(std::string_view unit) {
  const auto* const found = std::ranges::find(sizeUnits, lowered(unit), &SizeUnit::name);
  return found == std::end(sizeUnits) ? std::nullopt : std::optional{found->bytes};
}

std::optional<std::int64_t> parseTime(std::string_view cell, int exponent) {
  const auto digits = takeDigits(cell);
  cell.remove_prefix(std::min(cell.find_first_not_of(' '), cell.size()));
  const std::optional<int> own = cell.empty() ? std::optional{exponent} : timeExponent(cell);
  if (!digits || !own) {
    return std::nullopt;
  }
  const std::int64_t wanted = digits->beforePoint + *own;
  constexpr std::int64_t maxNumber = std::int64_t{1} << 61;
  std::int64_t value = 0;
  for (std::int64_t i = 0; i < wanted; ++i) {
    const int digit =
        i < static_cast<std::int64_t>(digits->all.size()) ? digits->all[static_cast<std::size_t>(i)] - '0' : 0;
    if (value > (maxNumber - digit) / 10) {
      return std::nullopt;
    }
    value = value * 10 + digit;
  }
  const bool roundsUp =
      wanted < static_cast<std::int64_t>(digits->all.size()) && digits->all[static_cast<std::size_t>(wanted)] >= '5';
  value += roundsUp ? 1 : 0;
  return digits->isNegative ? -value : value;
}

}  // namespace kernline::csv
